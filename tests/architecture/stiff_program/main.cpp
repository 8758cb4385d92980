// Reads a problem of a robot that bends in a program that has no arms that bend: 0 if it says so.
#include <iostream>

#include "alembert/error.hpp"
#include "alembert/motion_file.hpp"

int main(int, char** argv) try {
  (void)alembert::load_motion_problem(argv[1]);
  std::cerr << "it was read\n";
  return 1;
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';
  return error.code() == alembert::Error::Code::unsupported &&
                 error.reason().find("arms that bend are not part of this program") !=
                     std::string::npos
             ? 0
             : 1;
}
