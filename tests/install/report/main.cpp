// What people read of a robot: its tree, coordinates and frames.
#include <alembert/io.hpp>
#include <alembert/report.hpp>
#include <iostream>

int main(int, char** argv) try {
  const alembert::Robot robot = alembert::load_robot(argv[1]);
  std::cout << alembert::robot_text(robot, alembert::compile(robot), false);
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
