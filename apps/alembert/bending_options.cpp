#include <fstream>

#include "alembert/flexible_link.hpp"
#include "alembert/io.hpp"
#include "bending.hpp"

namespace alembert::cli {

void add_bending_options(Command& command, BendingArguments& options) {
  command.option("--on", "ROBOT", options.on,
                 "lead the joints of this robot, whose links bend, by a motion planned for stiff "
                 "ones");
  command.option("--from", "q1,q2,…", options.from, "bending robots: where the joints begin");
  command.option("--to", "q1,q2,…", options.to,
                 "bending robots: where they go; without it nothing drives them");
  command.option("--move", "S", options.move, "bending robots: how long they take (default 1)");
  command.choice("--shaper", {"none", "zv", "zvd", "quiet"}, options.shaper,
                 "bending robots: against vibration, in the same time (default none)");
  command.option("--ramp", "SPEED,S", options.ramp,
                 "bending robots: spin the first joint up to a speed, rad/s, in so many seconds");
  command.option("--amplitudes", "d1,d2,…", options.amplitudes,
                 "bending robots: amplitudes at the beginning");
  command.option("--gravity", "x,y,z", options.gravity,
                 "bending or free robots: gravity in the world, m/s^2");
  command.option("--duration", "S", options.duration,
                 "bending or free robots: how long in all, s (default 1 for stiff ones)");
  command.option("--sample", "S", options.sample,
                 "bending or free robots: between samples, s (default 0.01)");
  command.option("--tolerance", "X", options.tolerance,
                 "bending or free robots: relative, of the integrator (default 1e-9)");
  command.flag("--perfect", options.perfect,
               "bending robots: joints follow exactly, whatever the torque");
  command.flag("--stiff", options.stiff, "bending robots: implicit integration");
  command.flag("--no-stiffening", options.no_stiffening,
               "bending robots: leave geometric stiffening out");
}

bool is_bending_robot(const std::string& file) {
  if (!file.ends_with(".yaml") && !file.ends_with(".yml")) return false;
  std::ifstream stream(file);
  std::string line;
  while (std::getline(stream, line)) {
    if (line.starts_with("alembert:")) {
      return line.find("robot/") != std::string::npos && bends(load_robot(file));
    }
  }
  return false;
}

}  // namespace alembert::cli
