#include "alembert/flexible_link.hpp"

#include <algorithm>
#include <cmath>

#include "model/panels.hpp"
#include "model/phrase.hpp"
#include "model/validate_parts.hpp"

namespace alembert {

double Along::at(double place) const {
  if (value.empty()) return 0.0;
  if (constant()) return value.front();
  if (place <= x.front()) return value.front();
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (place > x[i]) continue;
    const double s = (place - x[i - 1]) / (x[i] - x[i - 1]);
    return value[i - 1] + s * (value[i] - value[i - 1]);
  }
  return value.back();
}

double Along::mean(double length) const {
  if (constant()) return at(0.0);
  double sum = 0.0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    sum += 0.5 * (value[i] + value[i - 1]) * (x[i] - x[i - 1]);
  }
  return sum / length;
}

const char* to_string(ModeKind kind) {
  static constexpr const char* words[] = {"bending_y", "bending_z", "torsion", "axial"};
  return words[static_cast<int>(kind)];
}

double FlexibleLink::mass() const { return mass_per_length.mean(length) * length; }

Inertia FlexibleLink::rigid() const {
  using Eigen::Vector3d;
  const std::vector<double> ends = flexible::panels(*this);
  const Vector3d moments = flexible::integral(
      ends, [&](double x) -> Vector3d { return mass_per_length.at(x) * Vector3d(1.0, x, x * x); });
  const double polar =
      flexible::integral(ends, [&](double x) { return flexible::polar_inertia_at(*this, x); });
  Inertia body;
  body.mass = moments[0] + tip_mass;
  body.com.x() = (moments[1] + tip_mass * length) / body.mass;
  const double across =
      moments[2] + tip_mass * length * length - body.mass * body.com.x() * body.com.x();
  body.about_com =
      (tip_inertia + Vector3d(polar, across + 0.5 * polar, across + 0.5 * polar)).asDiagonal();
  return body;
}

bool bends(const Robot& robot) {
  return std::any_of(robot.links.begin(), robot.links.end(),
                     [](const Link& link) { return link.flexible != nullptr; });
}

Robot rigidified(const Robot& robot) {
  Robot stiff = robot;
  for (Link& link : stiff.links) {
    if (!link.flexible) continue;
    const Inertia beam = link.flexible->rigid();
    link.inertia_where = link.flexible->where;
    link.inertia = link.inertia ? combined(*link.inertia, beam) : beam;
    link.flexible = nullptr;
  }
  return stiff;
}

namespace {

using phrase::number;

struct LinkCheck {
  const FlexibleLink& flexible;
  std::string name;
  Location where;

  [[noreturn]] void refuse(const Location& at, const std::string& reason,
                           const std::string& fix) const {
    throw Error(Error::Code::value, at.line > 0 ? at : where,
                reason + " of link " + phrase::quoted(name), fix);
  }

  void positive(double value, const char* what, bool may_vanish, const Location& at) const {
    if (std::isfinite(value) && (value > 0.0 || (may_vanish && value == 0.0))) return;
    refuse(at, std::string(what) + " is " + number(value),
           may_vanish ? "write zero or more" : "write a number above zero");
  }

  /// A stiffness or a density, everywhere on the link.
  void along(const Along& property, const char* what, bool needed, bool may_vanish) const {
    if (!property.written()) {
      if (!needed) return;
      refuse(where, std::string("there is no ") + what,
             std::string("write `") + what + ":`, or a section from which it follows");
    }
    for (const double value : property.value) positive(value, what, may_vanish, property.where);
    if (property.constant()) return;
    for (std::size_t i = 1; i < property.x.size(); ++i) {
      if (property.x[i] > property.x[i - 1]) continue;
      refuse(property.where, std::string("the table of ") + what + " does not rise in x",
             "order its rows from the near end to the far end");
    }
    const double slack = 1e-9 * flexible.length;
    if (std::abs(property.x.front()) > slack) {
      refuse(property.where, std::string("the table of ") + what + " does not begin at 0",
             "begin it at the near end, x = 0");
    }
    if (std::abs(property.x.back() - flexible.length) > slack) {
      refuse(property.where,
             std::string("the table of ") + what + " ends at " + number(property.x.back()) +
                 " m, not at the length " + number(flexible.length) + " m",
             "let its last row be the far end");
    }
  }

  void shapes() const {
    if (flexible.shapes == ShapeFamily::finite_element) {
      const int most =
          std::max({flexible.bending_y, flexible.bending_z, flexible.torsion, flexible.axial});
      if (most > flexible.elements) {
        refuse(where,
               "a mesh of " + std::to_string(flexible.elements) + " elements cannot give the " +
                   std::to_string(most) + " modes",
               "write more `elements:`, or ask for fewer modes");
      }
    }
    for (const SampledShape& shape : flexible.sampled) sampled(shape);
  }

  void sampled(const SampledShape& shape) const {
    const std::string what = std::string("a ") + to_string(shape.kind) + " shape";
    if (shape.x.size() < 4 || shape.x.size() != shape.value.size()) {
      refuse(where, what + " has fewer than four samples", "sample it at more places");
    }
    const double slack = 1e-9 * flexible.length;
    if (std::abs(shape.x.front()) > slack || std::abs(shape.x.back() - flexible.length) > slack) {
      refuse(where, what + " does not run from 0 to the length", "sample it from end to end");
    }
    double largest = 0.0, steepest = 0.0;
    for (std::size_t i = 0; i < shape.x.size(); ++i) {
      largest = std::max(largest, std::abs(shape.value[i]));
      if (i == 0) continue;
      if (!(shape.x[i] > shape.x[i - 1])) {
        refuse(where, what + " does not rise in x", "order its rows from the near end");
      }
      steepest = std::max(steepest, std::abs((shape.value[i] - shape.value[i - 1]) /
                                             (shape.x[i] - shape.x[i - 1])));
    }
    // The slope of the parabola through the first three samples.
    const double h1 = shape.x[1] - shape.x[0], h2 = shape.x[2] - shape.x[0];
    const double slope = ((shape.value[1] - shape.value[0]) * h2 / h1 -
                          (shape.value[2] - shape.value[0]) * h1 / h2) /
                         (h2 - h1);
    const bool level = !flexible::is_bending(shape.kind) || std::abs(slope) < 0.05 * steepest;
    if (std::abs(shape.value.front()) > 1e-6 * largest || !level) {
      refuse(where, what + " is not clamped: it moves or turns at the near end",
             "take shapes that are zero and level at the joint, whose motion is the joint's own");
    }
  }
};

}  // namespace

void validate_flexible(const Robot& robot, const Link& link) {
  const FlexibleLink& f = *link.flexible;
  const LinkCheck check{f, link.name, best_place(robot, f.where, link.where)};
  check.positive(f.length, "the length", false, check.where);
  check.along(f.mass_per_length, "mass_per_length", true, false);
  check.along(f.EIz, "EIz", f.bending_y > 0, false);
  check.along(f.EIy, "EIy", f.bending_z > 0, false);
  check.along(f.GJ, "GJ", f.torsion > 0, false);
  check.along(f.EA, "EA", f.axial > 0, false);
  check.along(f.polar_inertia, "polar_inertia", false, true);
  const auto not_negative = [&](double value, const char* what) {
    check.positive(value, what, true, check.where);
  };
  not_negative(f.tip_mass, "the tip mass");
  for (const double moment : f.tip_inertia) not_negative(moment, "the tip inertia");
  for (const double ratio : f.damping) not_negative(ratio, "the damping ratio");
  if (f.damping.size() > 1 && static_cast<int>(f.damping.size()) != f.modes()) {
    check.refuse(check.where,
                 "there are " + std::to_string(f.damping.size()) + " damping ratios for the " +
                     std::to_string(f.modes()) + " modes",
                 "write one for all, or one for each mode");
  }
  if (f.modes() == 0) {
    check.refuse(check.where, "there are no modes", "write `modes: {bending_y: 2}`, for example");
  }
  const bool turns = f.polar_inertia.written() || f.EA.written() || f.tip_inertia.x() > 0.0;
  if (f.torsion > 0 && !turns) {
    check.refuse(check.where, "nothing resists the torsion: there is no polar inertia",
                 "write polar_inertia (kg m), EA (from which it follows) or a section");
  }
  check.shapes();
}

}  // namespace alembert
