#include "io/csv.hpp"

#include <algorithm>
#include <iterator>

#include "io/text.hpp"

namespace alembert::io {

bool may_be_empty(std::string_view column) {
  for (const char* quantity : {"q.", "v.", "a.", "tau."}) {
    if (column.starts_with(quantity)) return false;
  }
  return std::any_of(std::begin(pressure_columns), std::end(pressure_columns),
                     [&](const char* axis) { return column.ends_with(axis); });
}

std::string csv_cell(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  return with_doubled('"', name);
}

std::string csv_header(const std::vector<std::string>& quantities,
                       const std::vector<std::string>& joints) {
  std::string text = "t";
  for (const std::string& quantity : quantities) {
    for (const std::string& joint : joints) text += ',' + csv_cell(quantity + '.' + joint);
  }
  return text + '\n';
}

}  // namespace alembert::io
