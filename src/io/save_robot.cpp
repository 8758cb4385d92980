#include <fmt/format.h>

#include <filesystem>

#include "alembert/io.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"

namespace alembert {

void save_robot(const Robot& robot, const std::string& path, std::vector<std::string>* lost) {
  const std::string ending = io::lower_case(std::filesystem::path(path).extension().string());
  if (ending == ".yaml" || ending == ".yml") return io::write_whole(path, write_yaml(robot));
  if (ending == ".urdf") return io::write_whole(path, write_urdf(robot, lost));
  throw Error(Error::Code::unsupported, {path, 0},
              ending == ".mjcf" || ending == ".xml"
                  ? "MJCF is read but not written"
                  : fmt::format("files ending in {} are not written", io::in_quotes(ending)),
              "give the file one of the endings .yaml, .yml (native) or .urdf");
}

}  // namespace alembert
