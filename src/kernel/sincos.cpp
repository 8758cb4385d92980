#include "kernel/sincos_numbers.hpp"
