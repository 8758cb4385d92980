// A text with places in it that parameters fill.
#pragma once

#include <string>
#include <vector>

#include "sweep/axes.hpp"
#include "sweep/document_path.hpp"

namespace alembert::sweep {

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
