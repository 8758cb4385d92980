// The torque of a pendulum as C, to be compiled anywhere.
#include <alembert/generate.hpp>
#include <cstdio>

int main() {
  alembert::Robot robot{.name = "pendulum", .base = "base"};
  robot.links = {{.name = "base"}, {.name = "bob", .inertia = alembert::Inertia{2.0, {0.5, 0, 0}}}};
  robot.joints = {{.name = "pivot", .parent = "base", .child = "bob", .axis = {0, -1, 0}}};
  alembert::GenerateOptions options;
  options.language = alembert::GeneratedLanguage::c;
  const auto code = alembert::generate(alembert::compile(robot), options);
  std::printf("%s", code.files[0].text.c_str());
  return code.functions[0].multiplications < 4 ? 0 : 1;
}
