// How far contacts that are met at nodes leave their places between them.
#pragma once

#include <string>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "alembert/solution.hpp"

namespace alembert {

struct ContactDrift {
  std::string name = {};  ///< of the contact
  double most = 0.0;      ///< m, along any axis of its place
  bool enclosed = false;  ///< at every instant; else at those that were looked at
};

/// Of all contacts but the one that carries, which does not drift.
std::vector<ContactDrift> contact_drifts(const MotionRequest& problem,
                                         const MotionCertificate& certificate);

}  // namespace alembert
