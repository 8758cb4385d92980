// Arrows run one way: every include of the project against the table of docs/architecture.md.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace alembert::test::includes_test {

namespace fs = std::filesystem;

const fs::path root = ALEMBERT_SOURCE_DIR;

/// What stands between the n-th pair of a mark in a line; empty if there are fewer.
std::vector<std::string> between(const std::string& line, char mark) {
  std::vector<std::string> out;
  std::size_t at = line.find(mark);
  while (at != std::string::npos) {
    const std::size_t end = line.find(mark, at + 1);
    if (end == std::string::npos) break;
    out.push_back(line.substr(at + 1, end - at - 1));
    at = line.find(mark, end + 1);
  }
  return out;
}

/// Cells of a row of a table: "| a | b |".
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::size_t at = line.find('|');
  while (at != std::string::npos) {
    const std::size_t end = line.find('|', at + 1);
    if (end == std::string::npos) break;
    out.push_back(line.substr(at + 1, end - at - 1));
    at = end;
  }
  return out;
}

/// Folder of the project to the folders of src/ that it may include.
std::map<std::string, std::set<std::string>> arrows() {
  std::map<std::string, std::set<std::string>> out;
  std::ifstream page(root / "docs/architecture.md");
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `")) continue;
    const std::vector<std::string> row = cells(line);
    if (row.size() != 4) continue;
    const std::vector<std::string> named = between(row[2], '`');
    out[between(row[0], '`').at(0)] = {named.begin(), named.end()};
  }
  return out;
}

std::vector<fs::path> sources(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path extension = entry.path().extension();
    if (extension == ".hpp" || extension == ".cpp") out.push_back(entry.path());
  }
  return out;
}

/// The row of the table a file belongs to: "src/io" for src/io/mjcf/model.hpp, "src" for src/a.cpp.
std::string folder_of(const fs::path& file) {
  const fs::path relative = fs::relative(file, root).parent_path();
  auto part = relative.begin();
  fs::path out = *part++;
  if (part != relative.end()) out /= *part;
  return out.generic_string();
}

std::vector<std::string> includes(const fs::path& file) {
  std::vector<std::string> out;
  std::ifstream text(file);
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("#include \"")) continue;
    out.push_back(between(line, '"').at(0));
  }
  return out;
}

TEST(Architecture, IncludesFollowTheArrowsOfThePage) {
  const auto allowed = arrows();
  int seen = 0;
  for (const char* top : {"src", "apps", "include", "python/src"}) {
    for (const fs::path& file : sources(root / top)) {
      const std::string folder = folder_of(file);
      ASSERT_TRUE(allowed.contains(folder)) << folder << " is not in docs/architecture.md";
      for (const std::string& name : includes(file)) {
        const std::size_t slash = name.find('/');
        if (slash == std::string::npos) continue;  // beside the file itself
        const std::string to = name.substr(0, slash);
        ++seen;
        const bool own = folder == "src/" + to;
        EXPECT_TRUE(to == "alembert" || own || allowed.at(folder).contains(to))
            << file << " includes " << name;
      }
    }
  }
  EXPECT_GT(seen, 500);
}

TEST(Architecture, EveryFolderOfThePageIsThere) {
  const auto allowed = arrows();
  EXPECT_GE(allowed.size(), 15u);
  for (const auto& [folder, named] : allowed) {
    EXPECT_TRUE(fs::is_directory(root / folder)) << folder;
    for (const std::string& name : named) {
      EXPECT_TRUE(fs::is_directory(root / "src" / name)) << folder << " may include " << name;
    }
  }
}

std::vector<std::string> headers_in(const fs::path& header) {
  std::vector<std::string> out;
  std::ifstream file(header);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("#include \"")) continue;
    for (const std::string& name : between(line, '"')) out.push_back(name);
  }
  return out;
}

TEST(Architecture, EveryHeaderIsOfOneComponentAndOneHeaderIncludesThemAll) {
  const fs::path folder = root / "include";
  std::set<std::string> components, named;
  for (const std::string& component : headers_in(folder / "alembert/alembert.hpp")) {
    components.insert(component);
    for (const std::string& name : headers_in(folder / component)) {
      EXPECT_TRUE(named.insert(name).second) << name << " is of two components";
    }
  }
  for (const fs::path& header : sources(folder / "alembert")) {
    const std::string name = fs::relative(header, folder).generic_string();
    EXPECT_TRUE(name == "alembert/alembert.hpp" || components.contains(name) ||
                named.contains(name))
        << name;
  }
  EXPECT_EQ(components.size(), 12u);
  EXPECT_GT(named.size(), 100u);
}

/// No folder may reach itself through others: a table that allows a circle says nothing.
TEST(Architecture, ArrowsHaveNoCircle) {
  const auto allowed = arrows();
  for (const auto& [folder, named] : allowed) {
    std::set<std::string> reached;
    std::vector<std::string> open(named.begin(), named.end());
    while (!open.empty()) {
      const std::string next = "src/" + open.back();
      open.pop_back();
      if (!reached.insert(next).second) continue;
      for (const std::string& name : allowed.at(next)) open.push_back(name);
    }
    EXPECT_FALSE(reached.contains(folder)) << folder;
  }
}

}  // namespace alembert::test::includes_test
