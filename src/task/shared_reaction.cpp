#include "alembert/shared_reaction.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "alembert/body_weight.hpp"
#include "alembert/kinematics.hpp"
#include "task/contact_forces.hpp"
#include "task/ground.hpp"
#include "task/holding.hpp"
#include "task/patch_outline.hpp"
#include "task/planned_motion.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// A contact that touches, where it does.
struct Touching {
  const GroundContact* contact;
  Eigen::Isometry3d place;  // in the world, its origin where the wrench is told
  PatchOutline outline;

  Eigen::Vector3d middle() const { return place * outline.middle; }
  /// m: of a point of the world, beyond the nearest edge; negative inside.
  double outside(const Eigen::Vector3d& point) const {
    const Eigen::Vector2d p = outline.in_plane(place.inverse() * point);
    double most = -infinity;
    for (std::size_t i = 0; i < outline.corners.size(); ++i) {
      const Eigen::Vector2d from = outline.corners[i];
      const Eigen::Vector2d along =
          (outline.corners[(i + 1) % outline.corners.size()] - from).normalized();
      most = std::max(most, along.y() * (p - from).x() - along.x() * (p - from).y());
    }
    return most;
  }
};

class Sharing {
 public:
  Sharing(const MotionProblem& problem, const Trajectory& motion)
      : plan_(Task(problem, motion), motion),
        contacts_(plan_.task().problem()),
        kinematics_(problem.model),
        J_(6, problem.model.dofs()) {}

  /// At t as found.
  MotionSample found(double t) {
    segment_ = plan_.segment_at(t);
    plan_.evaluate(t, segment_);
    MotionSample now = plan_.sample();
    now.ground = contacts_.at(segment_, now.q, now.tau, now.force);
    return now;
  }

  /// The sample last found, shared. `outside`: m, by how much patches would have to be larger.
  bool share(MotionSample& sample, double& outside) {
    const MotionProblem& problem = plan_.task().problem();
    GroundReaction& ground = sample.ground;
    if (ground.contacts.size() < 2 || !ground.zero_moment_point) return false;
    if (problem.ground_coordinates == 0 || !is_carried(problem, segment_)) return false;
    const std::vector<Touching> touching = touching_now(ground);
    const Eigen::VectorXd shares = shares_of(touching, *ground.zero_moment_point);
    const Eigen::Vector3d force = ground.force();
    const Eigen::Vector3d moment = ground.moment_about(*ground.zero_moment_point);
    Eigen::Vector3d displaced = *ground.zero_moment_point;
    for (std::size_t i = 0; i < touching.size(); ++i) displaced -= shares[i] * touching[i].middle();
    kinematics_.update(sample.q);
    for (std::size_t i = 0; i < touching.size(); ++i) {
      const double part = shares[i];
      const Eigen::Vector3d point = touching[i].middle() + displaced;
      ContactForce& now = ground.contacts[i];
      const ContactForce before = now;
      now.force = part * force;
      now.moment = part * moment + (point - now.origin).cross(now.force);
      now.pressure = point;
      outside = std::max(outside, touching[i].outside(point));
      if (touching[i].contact->carries) continue;
      kinematics_.jacobian(touching[i].contact->frame, J_);
      Eigen::Matrix<double, 6, 1> less;
      less << before.force - now.force, before.moment - now.moment;
      sample.tau += J_.transpose() * less;
    }
    return true;
  }

 private:
  std::vector<Touching> touching_now(const GroundReaction& ground) const {
    const MotionProblem& problem = plan_.task().problem();
    std::vector<Touching> touching;
    for (const GroundContact& contact : problem.contacts) {
      if (!covers(problem, contact.during, segment_)) continue;
      Eigen::Isometry3d place = place_of(problem.model, contact);
      place.translation() = ground.contacts[touching.size()].origin;
      touching.push_back({&contact, place, PatchOutline(contact.patch)});
    }
    return touching;
  }

  static Eigen::VectorXd shares_of(const std::vector<Touching>& touching,
                                   const Eigen::Vector3d& zero_moment_point) {
    Eigen::VectorXd shares(touching.size());
    for (Eigen::Index i = 0; i < shares.size(); ++i) {
      const double distance = (touching[i].middle() - zero_moment_point).norm();
      // One that is there takes all of it.
      shares[i] = 1.0 / std::max(distance, 1e-12);
    }
    return shares / shares.sum();
  }

  PlannedMotion plan_;
  ContactForces contacts_;
  Kinematics<double> kinematics_;
  Eigen::Matrix<double, 6, Eigen::Dynamic> J_;
  int segment_ = 0;
};

double instant(const Trajectory& motion, int i, int count) {
  return count > 1 ? motion.duration() * i / (count - 1) : 0.0;
}

}  // namespace

std::vector<MotionSample> sample_shared(const MotionProblem& problem, const Trajectory& motion,
                                        int count) {
  Sharing sharing(problem, motion);
  std::vector<MotionSample> samples;
  double outside = 0.0;
  for (int i = 0; i < count; ++i) {
    samples.push_back(sharing.found(instant(motion, i, count)));
    sharing.share(samples.back(), outside);
  }
  return samples;
}

SharedReaction compare_shared(const MotionProblem& problem, const Trajectory& motion,
                              int instants) {
  Sharing sharing(problem, motion);
  const double weight = body_weight(problem);
  const Eigen::ArrayXd strengths = motor_strengths(problem);
  SharedReaction out{.instants = instants};
  for (int i = 0; i < instants; ++i) {
    const MotionSample found = sharing.found(instant(motion, i, instants));
    MotionSample shared = found;
    if (sharing.share(shared, out.outside)) ++out.shared;
    for (std::size_t k = 0; k < found.ground.contacts.size(); ++k) {
      const double off =
          (shared.ground.contacts[k].force - found.ground.contacts[k].force).norm() / weight;
      if (!(off > out.difference)) continue;
      out.difference = off;
      out.worst_contact = found.ground.contacts[k].name;
      out.worst_time = found.t;
    }
    // Shares of what motors can give, squared.
    const Eigen::ArrayXd as_found = (found.tau.array() / strengths).square();
    const Eigen::ArrayXd as_shared = (shared.tau.array() / strengths).square();
    out.found_strength = std::max(out.found_strength, std::sqrt(as_found.maxCoeff()));
    out.shared_strength = std::max(out.shared_strength, std::sqrt(as_shared.maxCoeff()));
    const double weight_of_instant =
        motion.duration() / std::max(instants - 1, 1) * (i == 0 || i == instants - 1 ? 0.5 : 1.0);
    out.found_exertion += weight_of_instant * as_found.sum();
    out.shared_exertion += weight_of_instant * as_shared.sum();
  }
  return out;
}

}  // namespace alembert
