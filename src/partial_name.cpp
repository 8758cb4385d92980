#include "partial_name.hpp"

#include <cstdio>
#include <random>

namespace alembert {

std::string partial_name(const std::string& path) {
  std::random_device source;
  char digits[24];
  std::snprintf(digits, sizeof digits, "%08x%08x", source(), source());
  return path + ".partial-" + digits;
}

}  // namespace alembert
