#include "program.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace alembert::testing {

namespace fs = std::filesystem;

namespace {

constexpr const char* arm = R"(<robot name="arm">
  <link name="base"/>
  <link name="link1"><inertial><origin xyz="0.25 0 0"/><mass value="1"/>
    <inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="link2"><inertial><origin xyz="0.2 0.01 0"/><mass value="0.8"/>
    <inertia ixx="0.01" iyy="0.015" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="link3"><inertial><origin xyz="0.1 0 0.02"/><mass value="0.4"/>
    <inertia ixx="0.002" iyy="0.002" izz="0.003" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="tool"/>
  <joint name="j1" type="revolute"><parent link="base"/><child link="link1"/>
    <origin xyz="0 0 0.5"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" velocity="2" effort="50"/><dynamics damping="0.5"/></joint>
  <joint name="j2" type="revolute"><parent link="link1"/><child link="link2"/>
    <origin xyz="0.5 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-2.5" upper="2.5" velocity="2" effort="30"/></joint>
  <joint name="j3" type="prismatic"><parent link="link2"/><child link="link3"/>
    <origin xyz="0.4 0 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.3" velocity="1" effort="100"/></joint>
  <joint name="flange" type="fixed"><parent link="link3"/><child link="tool"/>
    <origin xyz="0.2 0 0"/></joint>
</robot>
)";

constexpr const char* gripper = R"(<robot name="gripper">
  <link name="palm"/>
  <link name="finger1"><inertial><mass value="0.1"/>
    <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="finger2"><inertial><mass value="0.1"/>
    <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="left" type="prismatic"><parent link="palm"/><child link="finger1"/>
    <axis xyz="0 1 0"/><limit lower="0" upper="0.04" velocity="1" effort="10"/></joint>
  <joint name="right" type="prismatic"><parent link="palm"/><child link="finger2"/>
    <axis xyz="0 -1 0"/><limit lower="0" upper="0.04" velocity="1" effort="10"/>
    <mimic joint="left"/></joint>
</robot>
)";

constexpr const char* massless = R"(<robot name="massless">
  <link name="base"/>
  <link name="link1"><inertial><origin xyz="0.25 0 0"/><mass value="1"/>
    <inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="link2"/>
  <joint name="j1" type="continuous"><parent link="base"/><child link="link1"/>
    <axis xyz="0 1 0"/></joint>
  <joint name="j2" type="continuous"><parent link="link1"/><child link="link2"/>
    <origin xyz="0.5 0 0"/><axis xyz="0 1 0"/></joint>
</robot>
)";

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Makes `descriptor` read from or write to `path`; only for use between fork and exec.
void redirect(int descriptor, const std::string& path, int flags) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(127);
  close(file);
}

/// The program that is built second hands over to the whole one. Known before any test runs, which
/// may take it away.
[[maybe_unused]] const bool hands_over = [] {
  const char* other = std::getenv("ALEMBERT_PROGRAM");
  return other && std::string(other) == ALEMBERT_SECOND &&
         setenv("ALEMBERT_NEXT", ALEMBERT_PROGRAM, 1) == 0;
}();

}  // namespace

std::string program() {
  const char* other = std::getenv("ALEMBERT_PROGRAM");
  return other ? other : ALEMBERT_PROGRAM;
}

Json Outcome::json() const {
  Json document = Json::parse(out, nullptr, false);
  EXPECT_FALSE(document.is_discarded()) << "not one JSON document: " << out << "\nstderr: " << err;
  return document;
}

Workbench::Workbench() {
  std::string name = fs::temp_directory_path() / "alembert-cli-XXXXXX";
  if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary folder");
  folder_ = name;
  write("arm.urdf", arm);
  write("gripper.urdf", gripper);
  write("massless.urdf", massless);
}

Workbench::~Workbench() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string Workbench::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
  return path(name);
}

std::string Workbench::read(const std::string& name) const { return contents(folder_ / name); }

std::vector<std::string> Workbench::listing() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Outcome Workbench::run(const std::vector<std::string>& arguments, const std::string& input) const {
  // Outside the folder, so that listing() shows what the program left there and nothing else.
  const std::string streams = folder_.string() + ".streams";
  fs::create_directory(streams);
  std::ofstream(streams + "/in", std::ios::binary) << input;
  std::vector<std::string> words = {program()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child == 0) {
    redirect(STDIN_FILENO, streams + "/in", O_RDONLY);
    redirect(STDOUT_FILENO, streams + "/out", O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, streams + "/err", O_WRONLY | O_CREAT | O_TRUNC);
    if (chdir(folder_.c_str()) != 0) _exit(127);
    execv(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) throw std::runtime_error("cannot wait");
  Outcome outcome;
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = contents(streams + "/out");
  outcome.err = contents(streams + "/err");
  outcome.peak_kib = usage.ru_maxrss;
  fs::remove_all(streams);
  return outcome;
}

::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  return (found ? ::testing::AssertionSuccess() : ::testing::AssertionFailure())
         << "'" << part << (found ? "' is in: " : "' is not in: ") << text;
}

::testing::AssertionResult only_an_error(const Outcome& outcome) {
  if (outcome.out.empty()) return ::testing::AssertionSuccess();
  const Json document = Json::parse(outcome.out, nullptr, false);
  if (document.is_object() && document.size() == 1 && document.contains("error")) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "an answer beside an error: " << outcome.out;
}

::testing::AssertionResult starts_with(const std::string& text, const std::string& start) {
  if (text.starts_with(start)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "does not start with '" << start << "': " << text;
}

}  // namespace alembert::testing
