// Inertia tensors that no body can have.
#include <algorithm>
#include <cmath>

#include "dense.hpp"
#include "model/doctor_checks.hpp"
#include "model/phrase.hpp"
#include "model/validate_parts.hpp"

namespace alembert {

namespace {

/// Relative to the largest moment: below the first nothing is said, below the second it may be the
/// rounding of a thin plate's printed tensor.
constexpr double exact_enough = 1e-6;
constexpr double rounded = 1e-3;

void check_tensor(Patient& patient, const Inertia& body, const Location& where,
                  const std::string& owner) {
  const Eigen::Matrix3d& tensor = body.about_com;
  if (has_no_tensor(body)) {
    if (body.mass > 0.0) {
      patient.warning(where, owner + " has mass but no inertia tensor: it is taken as a point mass",
                      "write its tensor about the mass centre, or leave it if a point is meant");
    }
    return;
  }
  if (body.mass == 0.0) {
    patient.warning(where, owner + " has an inertia tensor but no mass",
                    "write its mass, or leave it if only the tensor is known");
  }
  const Eigen::Vector3d moments = dense::eigenpairs(tensor).values;
  const double largest = moments.cwiseAbs().maxCoeff();
  const auto shown_moment = [&](int i) {
    return phrase::number(std::abs(moments[i]) < 1e-12 * largest ? 0.0 : moments[i]);
  };
  const std::string shown = "principal moments " + shown_moment(0) + ", " + shown_moment(1) +
                            " and " + shown_moment(2) + " kg m^2";
  if (moments[0] < -exact_enough * largest) {
    patient.error(where, "inertia tensor of " + owner + " is not positive: " + shown,
                  "check the signs and sizes of the products of inertia ixy, ixz, iyz");
    return;
  }
  // Without mass it is no body but the moments somebody could measure: about one axis, often.
  if (body.mass == 0.0) return;
  const double excess = (moments[2] - moments[0] - moments[1]) / largest;
  if (excess <= exact_enough) return;
  const std::string reason = "inertia tensor of " + owner +
                             " breaks the triangle inequality (one moment exceeds the sum of the "
                             "others): " +
                             shown;
  if (excess <= rounded) {
    patient.warning(where, reason, "write more digits: this much may be rounding");
  } else {
    patient.error(
        where, reason,
        "no body has such a tensor: check that it is about the mass centre and in kg m^2");
  }
}

}  // namespace

bool has_no_tensor(const Inertia& body) {
  constexpr double dust = 1e-24, share = 1e-14;
  const double moved = body.mass * body.com.squaredNorm();
  return body.about_com.cwiseAbs().maxCoeff() <= std::max(dust, share * moved);
}

void check_tensors(Patient& patient) {
  for (const Link& link : patient.robot.links) {
    if (link.inertia) {
      check_tensor(patient, *link.inertia, patient.place(link),
                   "link " + phrase::quoted(link.name));
    }
  }
  for (const Payload& payload : patient.robot.payloads) {
    check_tensor(patient, payload.inertia, best_place(patient.robot, payload.where),
                 "the payload on " + phrase::quoted(payload.frame));
  }
}

}  // namespace alembert
