// Numbers in a YAML text by their paths, `goal.pose.xyz[0]`, `joints[elbow].link.mass`, and a text
// in which parameters fill their places.
#pragma once

#include <string>
#include <vector>

#include "sweep/axes.hpp"

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

/// A number in a text that a parameter sets.
struct Setting {
  Place place;
  std::size_t parameter = 0;
  double base = 1.0;  ///< what factors multiply
  std::string unit;   ///< that they keep
};

struct Template {
  std::string text, file;
  std::vector<Setting> settings;  ///< in the order of the text

  /// Throws Error at `asked` where another parameter sets that place.
  void add(Setting setting, const std::string& path, const io::YamlValue& asked);
  std::string filled(const std::vector<Parameter>& parameters,
                     const std::vector<double>& values) const;
  /// Where in filled() a place of the text is that no parameter sets.
  std::size_t place_filled(std::size_t place, const std::vector<Parameter>& parameters,
                           const std::vector<double>& values) const;
};

}  // namespace alembert::sweep
