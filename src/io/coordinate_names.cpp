#include "io/coordinate_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/text.hpp"

namespace alembert::io {

std::string name_list(const std::vector<std::string>& names) {
  constexpr std::size_t most = 40;
  std::string text = fmt::format(
      "{}",
      fmt::join(names.begin(),
                names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size())), ", "));
  if (names.size() > most) text += fmt::format(", … ({} in all)", names.size());
  return text;
}

std::string guess_of(const std::string& name, const std::vector<std::string>& names) {
  const std::optional<std::string> meant = closest(name, names);
  return meant ? fmt::format("did you mean {}? ", in_quotes(*meant)) : "";
}

int coordinate_named(const Model& model, const std::string& name, const std::string& what,
                     const Location& where) {
  const auto& coordinates = model.coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    if (coordinates[i].name == name) return static_cast<int>(i);
  }
  for (const LockedJoint& joint : model.locked()) {
    if (joint.name != name) continue;
    throw Error(Error::Code::name, where,
                fmt::format("{}: joint {} is locked at {:g}", what, in_quotes(name), joint.value),
                "leave it out, or do not lock it");
  }
  for (const ModelJoint& joint : model.joints()) {
    if (joint.name != name) continue;
    const std::string& leader = coordinates[joint.coordinate].name;
    throw Error(Error::Code::name, where,
                fmt::format("{}: joint {} follows {} and has no value of its own", what,
                            in_quotes(name), in_quotes(leader)),
                "leave it out; it moves with " + in_quotes(leader));
  }
  throw Error(Error::Code::name, where,
              fmt::format("{}: robot {} has no coordinate {}", what, in_quotes(model.name()),
                          in_quotes(name)),
              guess_of(name, model.coordinate_names()) +
                  "use one of: " + name_list(model.coordinate_names()));
}

}  // namespace alembert::io
