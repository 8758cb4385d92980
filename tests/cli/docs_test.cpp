// Every command of every page runs, in order, in a folder that has what the project's has.
//
// Commands are the lines of blocks fenced as ```sh, indented lines and words in `back quotes` that
// begin with ./alembert (or pipe into it). A line may end with "# exit N". A block under
//   <!-- not run: WHY -->
// is left out, and WHY is told; so are lines that call other programs.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>

#include "program.hpp"

namespace alembert::testing::docs_test {

namespace fs = std::filesystem;

struct DocumentedCommand {
  int line = 0;
  std::string text;
  std::string left_out;  ///< why; empty: it runs
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// "$ ./alembert …" too.
bool calls_us(const std::string& line) {
  const std::string text = line.starts_with("$ ") ? line.substr(2) : line;
  return text.starts_with("./alembert ") || text.find("| ./alembert ") != std::string::npos;
}

std::string why_not(const std::string& line) {
  if (!calls_us(line)) return "calls another program";
  for (const char* words : {"./alembert python", "./alembert bench --python"}) {
    if (line.find(words) != std::string::npos)
      return "needs the Python package: python/tests run it";
  }
  return "";
}

std::vector<DocumentedCommand> commands_of(const fs::path& page) {
  std::ifstream file(page);
  std::vector<DocumentedCommand> all;
  bool fenced = false, shell = false;
  std::string reason, line;
  const std::string mark = "<!-- not run: ";
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.starts_with(mark)) {
      reason = line.substr(mark.size(), line.rfind(" -->") - mark.size());
    } else if (line.starts_with("```")) {
      shell = !fenced && line == "```sh";
      if (fenced) reason.clear();
      fenced = !fenced;
    } else if (shell || (!fenced && line.starts_with("    ") && calls_us(trimmed(line)))) {
      std::string text = trimmed(line);
      while (text.ends_with("\\") && std::getline(file, line)) {
        text = trimmed(text.substr(0, text.size() - 1)) + " " + trimmed(line);
        ++number;
      }
      if (text.empty() || text.starts_with("#")) continue;
      all.push_back({number, text, reason.empty() ? why_not(text) : reason});
    } else if (!fenced) {
      if (!trimmed(line).empty() && !line.starts_with("    ")) reason.clear();
      const std::string opening = "`./alembert ";
      for (auto at = line.find(opening); at != std::string::npos; at = line.find(opening, at + 1)) {
        const std::string text = line.substr(at + 1, line.find('`', at + 1) - at - 1);
        all.push_back({number, text, why_not(text)});
      }
    }
  }
  return all;
}

int expected_exit(const std::string& command) {
  const auto at = command.find("# exit ");
  return at == std::string::npos ? 0 : std::atoi(command.c_str() + at + 7);
}

std::vector<std::string> pages() {
  std::vector<std::string> names = {"README.md"};
  for (const char* folder : {"docs", "docs/equations"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(ALEMBERT_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".md" || commands_of(entry.path()).empty()) continue;
      names.push_back(std::string(folder) + "/" + entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Page : public ::testing::TestWithParam<std::string> {};

TEST_P(Page, RunsAsItStands) {
  const Workbench bench;
  const fs::path source = ALEMBERT_SOURCE_DIR;
  for (const char* folder : {"models", "examples"}) {
    fs::copy(source / folder, bench.path(folder), fs::copy_options::recursive);
  }
  fs::create_symlink(program(), bench.path("alembert"));
  for (const DocumentedCommand& command : commands_of(source / GetParam())) {
    const std::string place = GetParam() + ":" + std::to_string(command.line) + ": ";
    if (!command.left_out.empty()) {
      std::cout << place << "left out (" << command.left_out << "): " << command.text << '\n';
      continue;
    }
    const std::string text = command.text.starts_with("$ ") ? command.text.substr(2) : command.text;
    bench.write("command.sh", "set -o pipefail\n" + text + "\n");
    const int status = std::system(
        ("cd '" + bench.path(".") + "' && bash command.sh >said 2>complained </dev/null").c_str());
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == expected_exit(text))
        << place << text << "\nexit " << WEXITSTATUS(status) << "\n"
        << bench.read("complained");
  }
}

std::string page_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Documentation, Page, ::testing::ValuesIn(pages()), page_name);

TEST(Documentation, ShowsAProgramThatIsBuiltAndRun) {
  const fs::path source = ALEMBERT_SOURCE_DIR;
  const auto text = [&](const char* name) {
    std::ifstream file(source / name);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const auto shows = [&](const char* page, const char* program) {
    return contains(text(page), "```cpp\n" + text(program) + "```\n");
  };
  EXPECT_TRUE(shows("docs/your-own-urdf.md", "examples/12_your_urdf.cpp"));
  EXPECT_TRUE(shows("docs/batches.md", "examples/13_batches.cpp"));
}

TEST(Documentation, ShowsEveryVerb) {
  std::set<std::string> seen;
  for (const DocumentedCommand& command :
       commands_of(fs::path(ALEMBERT_SOURCE_DIR) / "docs/command-line.md")) {
    const auto at = command.text.find("./alembert ");
    std::istringstream words(command.text.substr(at + 11));
    std::string verb;
    words >> verb;
    seen.insert(verb);
  }
  for (const std::string& verb : verbs) EXPECT_TRUE(seen.count(verb)) << verb;
}

}  // namespace alembert::testing::docs_test
