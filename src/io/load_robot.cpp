// Which reader or writer a file wants, and the file itself.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "alembert/io.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"
#include "io/xml.hpp"

namespace alembert {

namespace {

namespace fs = std::filesystem;
using namespace io;
using Code = Error::Code;

std::string contents(const std::string& path) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (!fs::exists(status)) {
    throw Error(Code::file, {path, 0}, "there is no such file", advice_for_missing(path));
  }
  if (fs::is_directory(status)) {
    throw Error(Code::file, {path, 0}, "this is a directory, not a robot file",
                "name a file in it ending in .yaml, .yml, .urdf, .xml or .mjcf");
  }
  if (!fs::is_regular_file(status)) {
    throw Error(Code::file, {path, 0}, "this is not a regular file",
                "save the robot in a file first");
  }
  const std::uintmax_t size = fs::file_size(path, failure);
  if (!failure && size > io::longest_robot) {
    throw Error(Code::file, {path, 0},
                fmt::format("the file has {} MiB, more than any robot needs", size >> 20),
                "give the robot description (at most 64 MiB), not a mesh or a log");
  }
  if (!failure && size == 0) {
    throw Error(Code::file, {path, 0}, "the file is empty",
                "write a robot into it, or name the file that holds one");
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream || !text) {
    throw Error(Code::file, {path, 0},
                fmt::format("the file cannot be read ({})", std::strerror(errno)),
                "check its permissions");
  }
  return text.str();
}

std::string advice_for(const std::string& ending) {
  if (ending == ".xacro") return "expand it first: `xacro FILE > robot.urdf`";
  if (ending == ".json") return "a motion is for `alembert certify`, `verify` or `view`";
  if (ending == ".sdf") return "convert it to URDF first";
  return "use .yaml or .yml (native), .urdf, .mjcf, or .xml (URDF or MJCF)";
}

Robot read_xml(const std::string& text, const std::string& path) {
  const std::string root = XmlFile(text, path).root().tag();
  if (root == "robot") return read_urdf(text, path);
  if (root == "mujoco") return read_mjcf(text, path);
  throw Error(Code::robot, {path, 0}, fmt::format("the root element <{}> is no robot's", root),
              "URDF starts with <robot>, MJCF with <mujoco>");
}

}  // namespace

Robot load_robot(const std::string& path) {
  const std::string ending = lower_case(fs::path(path).extension().string());
  const std::string text = contents(path);
  if (ending == ".yaml" || ending == ".yml") return read_yaml(text, path);
  if (ending == ".urdf") return read_urdf(text, path);
  if (ending == ".mjcf") return read_mjcf(text, path);
  if (ending == ".xml") return read_xml(text, path);
  throw Error(Code::unsupported, {path, 0},
              ending.empty() ? "the file has no ending to tell its format by"
                             : fmt::format("files ending in {} are not read", in_quotes(ending)),
              advice_for(ending));
}

}  // namespace alembert
