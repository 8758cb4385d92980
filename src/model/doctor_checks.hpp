// The doctor's checks, one family a file. All run on robots that validate() has passed, and add
// what they find to the patient's record.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "alembert/robot.hpp"
#include "model/link_tree.hpp"

namespace alembert {

/// What links become once fixed joints are welded: a link that a joint moves, and all it carries.
struct Body {
  int joint = -1;        ///< index of the moving joint above it; -1 for what stands with the base
  int parent = -1;       ///< index of the body it hangs from; -1 for the base body
  bool leaf = true;      ///< nothing moves behind it
  Inertia own = {};      ///< links and payloads welded together, in the frame of its first link
  bool written = false;  ///< some inertia was written for it, if only a zero
  double subtree_mass = 0.0;  ///< its own mass and all behind it
  int first_link = -1;
};

/// A robot under examination, what follows from it, and what was found.
struct Patient {
  explicit Patient(const Robot& robot);

  const Robot& robot;
  LinkTree tree;
  std::vector<Body> bodies;  ///< parents before children; bodies[0] stands with the base
  std::vector<int> body_of;  ///< by link
  /// By link: its farthest joint or mass centre from its own origin, m.
  std::vector<double> extent;
  std::vector<Finding> findings;

  void error(const Location& where, std::string reason, std::string fix) {
    findings.push_back({Finding::Severity::error, where, std::move(reason), std::move(fix)});
  }
  void warning(const Location& where, std::string reason, std::string fix) {
    findings.push_back({Finding::Severity::warning, where, std::move(reason), std::move(fix)});
  }
  void note(const Location& where, std::string reason, std::string fix) {
    findings.push_back({Finding::Severity::note, where, std::move(reason), std::move(fix)});
  }

  Location place(const Link& link) const;           ///< of its inertia if written
  Location place(const Joint& joint) const;         ///< of the joint
  Location limits_place(const Joint& joint) const;  ///< of its limits if written
};

/// Whether a tensor is what rounding leaves of zero: of one moved to the mass centre, or numbers
/// that no body has (a grain of dust has 1e-18 kg m^2).
bool has_no_tensor(const Inertia& body);

void check_masses(Patient& patient);
void check_tensors(Patient& patient);
void check_units(Patient& patient);
void check_joints(Patient& patient);

}  // namespace alembert
