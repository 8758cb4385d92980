// Four goals for a robot, each reached.
#include <alembert/sweep.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>

int main(int, char** argv) {
  std::ofstream("reach.yaml") << "alembert: motion/1\nrobot: "
                              << std::filesystem::absolute(argv[1]).string()
                              << "\nstart: {q: [0, 0]}\ngoal: {q: [0.5, 0]}\n"
                                 "limits: {velocity: 1, acceleration: 4, jerk: 40, torque: none}\n";
  const alembert::Sweep sweep = alembert::Sweep::read(
      "alembert: sweep/1\nproblem: reach.yaml\n"
      "grid: [{name: x, set: 'goal.q[0]', values: [0.2, 0.4, 0.6, 0.8]}]\n",
      "goals.yaml");
  alembert::SweepSolver solver(sweep);
  int good = 0;
  for (std::uint64_t i = 0; i < sweep.size(); ++i) good += solver.solve(i).good ? 1 : 0;
  std::printf("%d of %d\n", good, static_cast<int>(sweep.size()));
  return good == 4 ? 0 : 1;
}
