#include "io/csv.hpp"

namespace alembert::io {

std::string csv_cell(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string cell = "\"";
  for (const char c : name) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
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
