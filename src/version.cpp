#include "alembert/version.hpp"

namespace alembert {

const char* version() { return ALEMBERT_VERSION; }

}  // namespace alembert
