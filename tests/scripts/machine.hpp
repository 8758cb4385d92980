// A made-up machine to run ./test and ./alembert on: the project's own scripts, and on the PATH
// nothing but plain tools and fakes of what installs, builds and tests. What the fakes were asked
// for is written down.
#pragma once

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace alembert::testing {

class Machine {
 public:
  Machine() {
    namespace fs = std::filesystem;
    std::string name = fs::temp_directory_path() / "alembert-machine-XXXXXX";
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary folder");
    folder_ = name;
    fs::permissions(folder_, fs::perms::all);  // another user may be the one who runs
    const fs::path source = ALEMBERT_SOURCE_DIR;
    fs::create_directories(folder_ / "bin");
    fs::create_directories(folder_ / "viewer");
    for (const char* sources : {"include", "src", "apps/alembert", "cmake", "python", "tests",
                                "examples", "benchmarks", "models", "viewer/dist"})
      fs::create_directories(folder_ / sources);
    for (const char* file :
         {"CMakeLists.txt", "CMakePresets.json", "VERSION", "models/seven_axis.yaml",
          "models/puma560.yaml", "models/two_link.yaml"})
      write(file, "");
    for (const char* script : {"test", "alembert"}) fs::copy(source / script, folder_ / script);
    fs::copy(source / "scripts", folder_ / "scripts");
    for (const char* stage : {"first", "second"}) {
      const std::string list = "cmake/" + std::string(stage) + "_sources.txt";
      fs::copy(source / list, folder_ / list);
    }
    write("apps/alembert/bench.cpp", "");
    write("viewer/package-lock.json", "{}");
    write("installed", "");
    write("refused", "");
    for (const char* tool :
         {"awk",   "bash",  "cat",  "chmod", "cmp",    "cp",   "dirname", "env",      "find",
          "flock", "grep",  "head", "mkdir", "mktemp", "mv",   "nproc",   "readlink", "rm",
          "sed",   "sleep", "sort", "tail",  "touch",  "uniq", "xargs"})
      link(tool);
    fake("dpkg", "echo arm64");
    // dpkg-query -W -f FORMAT NAME
    fake("dpkg-query", R"(grep -qx -- "$4" "$machine/installed" && echo "installed arm64")");
    // Takes all or nothing, as it does; what it installs may be a program.
    fake("apt-get", R"(echo "apt-get $*" >>"$machine/asked"
[[ " $* " == *" install "* ]] || exit 0
for name in "$@"; do
  grep -qx -- "$name" "$machine/refused" && { echo "E: Unable to correct problems: $name" >&2; exit 100; }
done
for name in "$@"; do
  [[ $name == -* || $name == install ]] && continue
  echo "$name" >>"$machine/installed"
  case $name in
    nodejs) program=node ;; npm | clang-format | chromium) program=$name ;; *) continue ;;
  esac
  { echo '#!/bin/bash'; echo 'mkdir -p node_modules'; } >"$machine/bin/$program"
  chmod +x "$machine/bin/$program"
done)");
    fake("cmake", R"(echo "cmake $*" >>"$machine/asked"; mkdir -p "$machine/build/release")");
    report(R"(<testcase name="Kane" status="run"><system-out>[==========] Running 5 tests
[       OK ] Kane.A (1 ms)
[       OK ] Kane.B (1 ms)
[       OK ] Kane.C (1 ms)
[       OK ] Kane.D (12 ms)
kane_test.cpp:12: Skipped
There is no Chromium here
[  SKIPPED ] Kane.E (0 ms)
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] Kane.E
</system-out></testcase>
<testcase name="Python.types" status="notrun"><system-out>
SKIPPED [1] python/tests/test_types.py:10: could not import 'mypy'
</system-out></testcase>
<testcase name="Install.Works" status="run"></testcase>
)");
  }
  ~Machine() { std::filesystem::remove_all(folder_); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// What the fake of ctest answers with.
  void report(const std::string& cases) {
    write("report", cases);
    fake("ctest",
         R"(while [[ $1 != --output-junit ]]; do shift; done; cat "$machine/report" >"$2")");
  }
  /// A program of this script on the PATH.
  void fake(const std::string& name, const std::string& script) {
    write("bin/" + name, "#!/bin/bash\nmachine='" + folder_.string() + "'\n" + script + "\n");
    std::filesystem::permissions(folder_ / "bin" / name, std::filesystem::perms(0755));
  }
  /// Node and npm as they come from elsewhere: Debian's npm cannot be installed beside them.
  void give_node() {
    fake("node", "exit 0");
    fake("npm", R"(echo "npm $*" >>"$machine/asked"; mkdir -p node_modules)");
    refuse("npm");
    refuse("nodejs");
  }
  void refuse(const std::string& package) { append("refused", package); }
  void install(const std::string& package) { append("installed", package); }
  /// All that a list of scripts/ names without a question mark.
  void install_needed(const std::string& list) {
    std::ifstream file(folder_ / "scripts" / list);
    for (std::string line; std::getline(file, line);) {
      const std::string name = line.substr(0, line.find(' '));
      if (name[0] != '#' && name.back() != '?') install(name);
    }
  }

  struct Outcome {
    int code;
    std::string said;
  };
  /// Runs ./test, as an administrator or as somebody who cannot become one.
  Outcome test(bool administrator = true) const { return run("test", administrator); }
  /// Runs ./alembert with these words.
  Outcome alembert(const std::string& words) const { return run("alembert", true, words); }
  std::string make_pipe() const {
    const std::filesystem::path path = folder_ / "pipe";
    if (mkfifo(path.c_str(), 0600) != 0) throw std::runtime_error("no pipe can be made here");
    return path;
  }
  /// What apt-get, cmake and npm were called with, a line a call.
  std::string asked() const {
    std::ostringstream text;
    text << std::ifstream(folder_ / "asked").rdbuf();
    return text.str();
  }

 private:
  Outcome run(const std::string& script, bool administrator, const std::string& words = "") const {
    std::string user;
    if (geteuid() == 0 && !administrator)
      user = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
    if (geteuid() != 0 && administrator) {  // in a space of our own, where we are
      user = "unshare --map-root-user ";
    }
    const std::string command = user + "/usr/bin/env -i PATH='" + (folder_ / "bin").string() +
                                "' '" + (folder_ / script).string() + "' " + words +
                                " 2>&1 </dev/null";
    Outcome outcome{-1, ""};
    FILE* pipe = popen(command.c_str(), "r");
    char part[4096];
    for (std::size_t n; (n = fread(part, 1, sizeof part, pipe)) > 0;) outcome.said.append(part, n);
    outcome.code = WEXITSTATUS(pclose(pipe));
    return outcome;
  }
  void link(const std::string& tool) {
    for (const char* place : {"/usr/bin/", "/bin/"}) {
      if (!std::filesystem::exists(place + tool)) continue;
      std::filesystem::create_symlink(place + tool, folder_ / "bin" / tool);
      return;
    }
    throw std::runtime_error("there is no " + tool + " here");
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    if (name.find("bin/") != 0)
      std::filesystem::permissions(folder_ / name, std::filesystem::perms(0666));
  }
  void append(const std::string& name, const std::string& line) const {
    std::ofstream(folder_ / name, std::ios::app) << line << '\n';
  }

  std::filesystem::path folder_;
};

}  // namespace alembert::testing
