// Numbers in a YAML text by their paths: `goal.pose.xyz[0]`, `joints[elbow].link.mass`.
#pragma once

#include <string>

#include "io/yaml.hpp"

namespace alembert::sweep {

/// Where in a text a value stands.
struct Place {
  std::size_t begin = 0, length = 0;
  int line = 0;
  std::string value;  ///< as it is written
};

/// The value that a path names in a document. `asked` is where the path was written, for messages:
/// throws Error there if it names nothing, or no single value.
Place find_place(const std::string& text, const std::string& file, const std::string& path,
                 const io::YamlValue& asked);

/// "25 cm" as 25 and " cm". Throws Error at `asked` if it is no number.
struct Measured {
  double number = 0.0;
  std::string unit;
};
Measured measured_at(const Place& place, const std::string& path, const io::YamlValue& asked);

}  // namespace alembert::sweep
