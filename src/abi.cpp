#include "alembert/abi.hpp"

namespace alembert {

const char ALEMBERT_LIBRARY_LIKE_THIS = 1;

}  // namespace alembert
