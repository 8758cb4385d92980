#include "io/mjcf/model.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string_view>

#include "io/text.hpp"

namespace alembert::mjcf {

namespace {

using Code = Error::Code;

/// MuJoCo's handlers are global: one reader at a time, and the user's own come back afterwards.
class Handlers {
 public:
  explicit Handlers(std::vector<std::string>& warnings)
      : lock_(mutex_), error_(mju_user_error), warning_(mju_user_warning) {
    sink_ = &warnings;
    mju_user_error = [](const char* message) { throw std::runtime_error(message); };
    mju_user_warning = [](const char* message) { sink_->emplace_back(message); };
  }
  ~Handlers() {
    mju_user_error = error_;
    mju_user_warning = warning_;
    sink_ = nullptr;
  }
  Handlers(const Handlers&) = delete;
  Handlers& operator=(const Handlers&) = delete;

 private:
  inline static std::mutex mutex_;
  inline static std::vector<std::string>* sink_ = nullptr;

  std::lock_guard<std::mutex> lock_;
  void (*error_)(const char*);
  void (*warning_)(const char*);
};

/// A file system of one file, the main one; MuJoCo looks for all others in `Source::folder`.
class OneFile {
 public:
  OneFile(const std::string& name, const std::string& text) : files_(std::make_unique<mjVFS>()) {
    mj_defaultVFS(files_.get());
    if (mj_makeEmptyFileVFS(files_.get(), name.c_str(), static_cast<int>(text.size())) != 0) {
      throw std::runtime_error("the file does not fit MuJoCo's virtual file system");
    }
    std::memcpy(files_->filedata[0], text.data(), text.size());
  }
  ~OneFile() { mj_deleteVFS(files_.get()); }
  OneFile(const OneFile&) = delete;
  OneFile& operator=(const OneFile&) = delete;

  const mjVFS* get() const { return files_.get(); }

 private:
  std::unique_ptr<mjVFS> files_;
};

/// The number behind "line " or "line = ", or 0.
int line_in(std::string_view message) {
  for (const std::string_view mark : {"line = ", "line "}) {
    const std::size_t at = message.find(mark);
    if (at == std::string_view::npos) continue;
    const std::string_view digits = message.substr(at + mark.size());
    int line = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), line);
    if (end.ec == std::errc{}) return line;
  }
  return 0;
}

/// The name in "Object name = a, id = 1, line = 3, column = -1", or "".
std::string_view object_in(std::string_view message) {
  constexpr std::string_view mark = "Object name = ";
  const std::size_t at = message.find(mark);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = message.substr(at + mark.size());
  return rest.substr(0, rest.find(','));
}

/// MuJoCo knows lines of the main file only; what is in an included file is found by its name.
Location place_in(const Source& source, std::string_view message) {
  const int line = line_in(message);
  if (line > 0) return {source.file, line};
  const std::string name(object_in(message));
  for (const Places* places : {&source.bodies, &source.joints}) {
    if (const auto* entry = places->find_named(name)) return entry->where;
  }
  return {source.file, 0};
}

/// "Error: reason\nObject name = a, …" -> "reason ('a')".
std::string reason_in(std::string_view message) {
  for (const std::string_view prefix : {"XML Error: ", "Error: "}) {
    if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
  }
  const std::string_view first = io::trimmed(message.substr(0, message.find('\n')));
  std::string reason(first);
  const std::string_view name = object_in(message);
  if (!name.empty() && first.find(name) == std::string_view::npos) {
    reason += fmt::format(" ({})", io::in_quotes(name));
  }
  constexpr std::string_view element = "Element '";
  if (const std::size_t at = message.find(element); at != std::string_view::npos) {
    const std::string_view rest = message.substr(at + element.size());
    reason += fmt::format(" in <{}>", rest.substr(0, rest.find('\'')));
  }
  return "MuJoCo refuses the file: " + reason;
}

std::string fix_for(std::string_view message) {
  constexpr std::array<std::pair<std::string_view, const char*>, 9> fixes = {{
      {"could not open", "put the file where <compiler meshdir> says, next to the robot"},
      {"mass and inertia of moving bodies",
       "give the body a geom with density, or an <inertial> with mass and diaginertia"},
      {"A + B >= C",
       "write a tensor that a body can have: no principal moment above the sum of the other two"},
      {"range[0]", "write the lower limit first"},
      {"axis too small", "give the direction of motion, for example axis=\"0 0 1\""},
      {"repeated name", "give every object of a kind a name of its own"},
      {"unrecognized", "check the spelling, or remove it if it belongs to a newer MuJoCo"},
      {"not found", "check the spelling of the name it refers to"},
      {"enough data", "write as many numbers as the attribute needs"},
  }};
  for (const auto& [words, fix] : fixes) {
    if (message.find(words) != std::string_view::npos) return fix;
  }
  return "correct the file until MuJoCo itself loads it (its `compile` tool gives the same "
         "message)";
}

[[noreturn]] void refuse(const Source& source, std::string_view message) {
  throw Error(Code::robot, place_in(source, message), reason_in(message), fix_for(message));
}

}  // namespace

Compiled compile_mjcf(const std::string& text, const Source& source) {
  if (text.size() > io::longest_robot) {  // MuJoCo counts bytes in an int
    throw Error(Code::file, {source.file, 0}, "the text is longer than any robot needs",
                "split the robot from its data");
  }
  Compiled compiled;
  std::array<char, 1024> message{};
  try {
    const Handlers handlers(compiled.warnings);
    const std::string name = std::filesystem::path(source.file).filename().string();
    const OneFile file(name.empty() ? "robot.xml" : name, text);
    const std::string path = (source.folder / (name.empty() ? "robot.xml" : name)).string();
    compiled.model.reset(
        mj_loadXML(path.c_str(), file.get(), message.data(), static_cast<int>(message.size())));
    mj_freeLastXML();
  } catch (const std::runtime_error& error) {
    refuse(source, error.what());
  }
  if (!compiled.model) refuse(source, message.data());
  if (message[0] != '\0') compiled.warnings.emplace_back(message.data());
  return compiled;
}

}  // namespace alembert::mjcf
