#include "alembert/collision_shapes.hpp"

#include <filesystem>

#include "io/format_readers.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"
#include "io/xml.hpp"

namespace alembert {

LinkShapes load_collisions(const Robot& robot) {
  namespace fs = std::filesystem;
  if (robot.file.empty() || !fs::is_regular_file(robot.file)) return {};
  const std::string text = io::read_whole(robot.file);
  const std::string ending = io::lower_case(fs::path(robot.file).extension().string());
  Robot shaped;
  if (ending == ".yaml" || ending == ".yml") {
    shaped = io::read_yaml_collisions(text, robot.file);
  } else if (io::XmlFile(text, robot.file).root().tag() == "robot") {
    shaped = io::read_urdf_collisions(text, robot.file);
  }
  LinkShapes shapes;
  for (Link& link : shaped.links) {
    if (!link.visuals.empty()) shapes[link.name] = std::move(link.visuals);
  }
  return shapes;
}

}  // namespace alembert
