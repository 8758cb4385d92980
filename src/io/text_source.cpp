#include "io/text_source.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include "alembert/error.hpp"
#include "partial_name.hpp"

namespace alembert::io {

std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_whole(const std::string& path) {
  const auto close = [](std::FILE* f) {
    if (f != stdin) std::fclose(f);
  };
  const std::unique_ptr<std::FILE, decltype(close)> file(
      path == "-" ? stdin : std::fopen(path.c_str(), "rb"), close);
  if (!file) {
    throw Error(Error::Code::file, {path, 0}, fmt::format("cannot open: {}", std::strerror(errno)),
                "check the path and its permissions");
  }
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
