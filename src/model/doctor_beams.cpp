// Beams that are likely not what was meant.
#include <cmath>
#include <numbers>

#include "alembert/flexible_link.hpp"
#include "model/phrase.hpp"
#include "model/validate_parts.hpp"

namespace alembert {

namespace {

using phrase::number;
using phrase::quoted;

/// One plane of bending of one link.
void examine_bending(const Robot& robot, const Link& link, const Along& EI, const char* plane,
                     std::vector<Finding>& findings) {
  const FlexibleLink& f = *link.flexible;
  const double stiffness = EI.mean(f.length), l = f.length, mass = f.mass_per_length.mean(l);
  const Location where = best_place(robot, EI.where, f.where);
  const auto warn = [&](std::string reason, std::string fix) {
    findings.push_back({Finding::Severity::warning, where, std::move(reason), std::move(fix)});
  };
  const double g = robot.gravity.norm();
  const double sag = g * (mass * l * l * l * l / 8.0 + f.tip_mass * l * l * l / 3.0) / stiffness;
  if (sag > 0.1 * l) {
    warn("link " + quoted(link.name) + " would sag by " + number(sag) + " m in " + plane +
             " under its own weight, " + number(100.0 * sag / l) + " % of its length",
         "the model holds to about 10 %: check the stiffness (N m^2), or its units");
  }
  const double hertz =
      3.516015 / (2.0 * std::numbers::pi) * std::sqrt(stiffness / (mass * l * l * l * l));
  if (hertz < 1e-2 || hertz > 1e5) {
    warn("link " + quoted(link.name) + " alone would vibrate in " + plane + " at " + number(hertz) +
             " Hz",
         "check stiffness, mass per length and length: no arm's link does");
  }
  const double thick = f.outer > 0.0    ? f.outer
                       : f.EA.written() ? 3.5 * std::sqrt(stiffness / f.EA.mean(l))
                                        : 0.0;
  if (thick > 0.1 * l) {
    warn("link " + quoted(link.name) + " is only " + number(l / thick) +
             " times as long as it is thick",
         "a slender beam is at least 10 times: make the link rigid");
  }
}

}  // namespace

std::vector<Finding> examine_flexible(const Robot& robot) {
  std::vector<Finding> findings;
  for (const Link& link : robot.links) {
    if (!link.flexible) continue;
    if (link.flexible->bending_y > 0) {
      examine_bending(robot, link, link.flexible->EIz, "y", findings);
    }
    if (link.flexible->bending_z > 0) {
      examine_bending(robot, link, link.flexible->EIy, "z", findings);
    }
  }
  return findings;
}

}  // namespace alembert
