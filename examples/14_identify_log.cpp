// A robot's file says one thing, its log another: what was measured corrects the file, and says how
// far it can be trusted.
//
//   ./build/release/examples/14_identify_log models/two_link.yaml examples/two_link_log.csv
#include <alembert/alembert.hpp>
#include <cstdio>

int main(int argc, char** argv) try {
  const auto robot = alembert::load_robot(argc > 1 ? argv[1] : "models/two_link.yaml");
  const auto log = alembert::log_file(argc > 2 ? argv[2] : "examples/two_link_log.csv",
                                      alembert::compile(robot));
  const alembert::Identification found = alembert::identify(robot, {log});
  std::printf("held-out blocks: the file leaves %.2f %% of the torque, the robot found %.2f %%\n",
              100.0 * found.held_out.file.relative, 100.0 * found.held_out.identified.relative);
  for (const alembert::ParameterEstimate& p : found.base) {
    std::printf("%10.4f  %8.4f .. %8.4f %-10s %s  %s\n", p.before, p.lower, p.upper, p.unit.c_str(),
                alembert::to_string(p.knowledge), p.name.c_str());
  }

  // Where it is not known: the motion to log next.
  alembert::MotionProblem limits(alembert::compile(found.robot));
  const alembert::Excitation next = alembert::excite(limits, {.duration = 6.0, .starts = 1});
  std::printf("next motion: %.1f s, limits %s\n", next.motion.duration(),
              next.proof.holds() ? "proven" : "not proven");
  return found.worse_than_file() || !next.proof.holds() ? 1 : 0;
} catch (const alembert::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
