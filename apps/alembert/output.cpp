#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "alembert/error.hpp"
#include "partial_name.hpp"

namespace alembert::cli {

namespace fs = std::filesystem;

namespace {

bool standard_answered = false;
std::string standard_begun;

}  // namespace

bool Output::answered() { return standard_answered; }
std::string Output::rest_of_begun() { return standard_begun; }

Output::Output(const std::string& path) : path_(path), file_(stdout) {
  if (path.empty() || path == "-" || path == "/dev/stdout") {
    path_ = "standard output";
    return;
  }
  std::error_code none;
  if (fs::is_directory(path_, none)) {
    throw Error(Error::Code::file, {path_, 0}, "is a directory", "name a file");
  }
  if (fs::is_symlink(path_, none) && fs::exists(path_, none)) path_ = fs::canonical(path_, none);
  // A device or a pipe cannot be moved into place.
  if (fs::exists(path_, none) && !fs::is_regular_file(path_, none)) {
    file_ = std::fopen(path_.c_str(), "wb");
  } else {
    partial_ = partial_name(path_);
    const int descriptor = open(partial_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    file_ = descriptor < 0 ? nullptr : fdopen(descriptor, "wb");
  }
  if (!file_) fail("create");
}

Output::~Output() {
  if (file_ == stdout) return;
  if (file_) std::fclose(file_);
  if (!partial_.empty()) std::remove(partial_.c_str());
}

void Output::fail(const std::string& action) const {
  throw Error(Error::Code::file, {path_, 0},
              fmt::format("cannot {}: {}", action, std::strerror(errno)),
              "check the folder, its permissions and the space left");
}

void Output::write(std::string_view text) {
  if (file_ == stdout && !text.empty()) standard_begun = closing_;
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail("write");
}

void Output::finish() {
  if (std::fflush(file_) != 0) fail("write");
  if (file_ == stdout) {
    standard_answered = true;
    return;
  }
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail("write");
  if (partial_.empty()) return;
  if (std::rename(partial_.c_str(), path_.c_str()) != 0) fail("move the finished file into place");
  partial_.clear();
}

void refuse_to_replace(const std::string& path, bool force) {
  if (path.empty() || path == "-" || force || !fs::exists(path)) return;
  throw Error(Error::Code::file, {path, 0}, "exists already",
              "name another file, or add --force to replace it");
}

void write_out(const std::string& path, std::string_view text) {
  Output output(path);
  output.write(text);
  output.finish();
}

Exit answer_with(std::string_view text) {
  write_out("", text);
  return Exit::done;
}

}  // namespace alembert::cli
