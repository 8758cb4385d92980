#include <fmt/format.h>

#include "alembert/state.hpp"
#include "io/json_text.hpp"
#include "io/text_source.hpp"

namespace alembert {

namespace {

using json = io::OrderedJson;

constexpr const char* load_form =
    R"(write {"frame": "tool0", "force": [x, y, z], "moment": [x, y, z], "point": [x, y, z], )"
    R"("axes": "world" or "frame"}; force in N, moment in N m, point in m)";

FrameId frame_named(const json& name, const Model& model, const std::string& label,
                    const Location& where) {
  if (!name.is_string()) {
    throw Error(Error::Code::robot, where, label + "'frame' is not a name", load_form);
  }
  try {
    return model.frame(name.get<std::string>());
  } catch (const Error& e) {
    throw Error(e.code(), where, label + e.reason(), e.fix());
  }
}

Load read_load(const json& entry, const Model& model, const std::string& label,
               const Location& where) {
  if (!entry.is_object()) {
    throw Error(Error::Code::robot, where, label + "not an object", load_form);
  }
  if (!entry.contains("frame") || !(entry.contains("force") || entry.contains("moment"))) {
    throw Error(Error::Code::robot, where, label + "needs a frame and a force or a moment",
                load_form);
  }
  Load load;
  for (const auto& [key, value] : entry.items()) {
    if (key == "frame") {
      load.frame = frame_named(value, model, label, where);
    } else if (key == "force") {
      load.force = io::vector3(value, label + "'force'", where);
    } else if (key == "moment") {
      load.moment = io::vector3(value, label + "'moment'", where);
    } else if (key == "point") {
      load.point = io::vector3(value, label + "'point'", where);
    } else if (key == "axes" && (value == "world" || value == "frame")) {
      load.axes = value == "world" ? Load::Axes::world : Load::Axes::frame;
    } else {
      throw Error(Error::Code::name, where,
                  key == "axes" ? label + "'axes' is neither \"world\" nor \"frame\""
                                : fmt::format("{}unknown key '{}'", label, key),
                  load_form);
    }
  }
  return load;
}

}  // namespace

std::vector<Load> read_loads(const std::string& text, const std::string& file, const Model& model) {
  const json document = io::parse_json(text, file);
  const bool bare = document.is_array();
  if (!bare &&
      !(document.is_object() && document.contains("loads") && document.at("loads").is_array())) {
    throw Error(Error::Code::robot, {file, 0}, "no list of loads",
                fmt::format(R"(write {{"loads": [...]}}; for each, {})", load_form));
  }
  const json& entries = bare ? document : document.at("loads");
  std::vector<Load> loads;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Location where{file, io::line_of_item(text, bare ? "" : "loads", i)};
    loads.push_back(read_load(entries[i], model, fmt::format("load {}: ", i + 1), where));
  }
  return loads;
}

std::vector<Load> load_loads(const std::string& path, const Model& model) {
  return read_loads(io::read_whole(path), io::display_name(path), model);
}

}  // namespace alembert
