#include "io/text_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <vector>

#include "alembert/error.hpp"
#include "io/text.hpp"
#include "partial_name.hpp"

namespace alembert::io {

void fail_to_open(const std::string& path) {
  const int why = errno;
  throw Error(Error::Code::file, {path, 0}, fmt::format("cannot open: {}", std::strerror(why)),
              why == ENOENT ? advice_for_missing(path) : "check the path and its permissions");
}

std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string advice_for_missing(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failure;
  const fs::path whole = fs::path(path).lexically_normal();
  // The first part of the path that is not there, and what follows it.
  fs::path wrong = whole, rest;
  while (wrong.has_parent_path() && wrong.parent_path() != wrong &&
         !fs::exists(wrong.parent_path(), failure)) {
    rest = rest.empty() ? wrong.filename() : wrong.filename() / rest;
    wrong = wrong.parent_path();
  }
  const bool folder = !rest.empty();
  std::vector<std::string> names, stems;
  const fs::path beside = wrong.has_parent_path() ? wrong.parent_path() : fs::path(".");
  for (fs::directory_iterator at(beside, failure), end; !failure && at != end;
       at.increment(failure)) {
    if (at->is_directory(failure) == folder) names.push_back(at->path().filename().string());
  }
  // The same ending before others, and always in one order.
  std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    const bool same_a = fs::path(a).extension() == wrong.extension();
    const bool same_b = fs::path(b).extension() == wrong.extension();
    return same_a != same_b ? same_a : a < b;
  });
  for (const std::string& name : names) stems.push_back(fs::path(name).stem().string());
  const auto near = closest(wrong.stem().string(), stems);
  if (!near) {
    return folder ? "there is no folder " + in_quotes(wrong.string())
                  : "check the path and the spelling";
  }
  const auto at = std::find(stems.begin(), stems.end(), *near) - stems.begin();
  const fs::path meant = wrong.parent_path() / names[at];
  return fmt::format(
      "did you mean {}?",
      in_quotes((folder && fs::exists(meant / rest, failure) ? meant / rest : meant).string()));
}

std::string read_whole(const std::string& path) {
  const auto close = [](std::FILE* f) {
    if (f != stdin) std::fclose(f);
  };
  const std::unique_ptr<std::FILE, decltype(close)> file(
      path == "-" ? stdin : std::fopen(path.c_str(), "rb"), close);
  if (!file) fail_to_open(path);
  std::string text;
  char block[1 << 16];
  while (const std::size_t n = std::fread(block, 1, sizeof block, file.get())) {
    text.append(block, n);
  }
  if (std::ferror(file.get())) {
    throw Error(Error::Code::file, {display_name(path), 0},
                fmt::format("cannot read: {}", std::strerror(errno)), "give a readable file");
  }
  return text;
}

void write_whole(const std::string& path, const std::string& text) {
  namespace fs = std::filesystem;
  // Beside the target, so that renaming is atomic.
  const std::string draft = partial_name(path);
  const auto fail = [&](const std::string& why) {
    std::error_code ignored;
    fs::remove(draft, ignored);
    throw Error(Error::Code::file, {path, 0}, fmt::format("the file cannot be written ({})", why),
                "check that the folder exists, that you may write there and that it has room");
  };
  std::ofstream stream(draft, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) fail(std::strerror(errno));
  std::error_code failure;
  fs::rename(draft, path, failure);
  if (failure) fail(failure.message());
}

}  // namespace alembert::io
