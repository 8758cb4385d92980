// What a limit or a cost is computed from: a function of the instant alone, or of the torques too.
#pragma once

#include <memory>
#include <type_traits>

#include "task/frame_term.hpp"
#include "task/torque_function.hpp"

namespace alembert {

class PointTerm {
 public:
  PointTerm() = default;
  template <typename F>
  PointTerm(std::shared_ptr<F> f) {  // NOLINT(google-explicit-constructor): a term is its function
    if constexpr (std::is_base_of_v<PointFunction, F>) {
      of_instant_ = std::move(f);
    } else {
      of_torque_ = std::move(f);
    }
  }

  /// Null where the term is of the other kind.
  PointFunction* of_instant() const { return of_instant_.get(); }
  const TorqueFunction* of_torque() const { return of_torque_.get(); }
  /// Of an instant, if it looks at frames alone.
  FrameTerm* of_frames() const { return dynamic_cast<FrameTerm*>(of_instant_.get()); }

  /// With a workspace of its own; a term that cannot be copied is shared.
  PointTerm clone() const {
    PointTerm copy = *this;
    if (of_instant_) {
      if (std::unique_ptr<PointFunction> own = of_instant_->clone()) {
        copy.of_instant_ = std::move(own);
      }
    }
    return copy;
  }

  /// At an instant with these torques, at which only functions of torques look; zero on entry.
  void value(const MotionPoint& point, const Eigen::VectorXd& tau, VecOut<double> g) const {
    if (of_torque_) return of_torque_->value({point, tau, {}}, g);
    of_instant_->value(point, g);
  }

  int size() const { return of_torque_ ? of_torque_->size() : of_instant_->size(); }
  bool uses_jerk() const { return of_instant_ && of_instant_->uses_jerk(); }
  /// Torques see forces, not how fast they change.
  bool uses_force_rate() const { return of_instant_ && of_instant_->uses_forces(); }

 private:
  std::shared_ptr<PointFunction> of_instant_;
  std::shared_ptr<const TorqueFunction> of_torque_;
};

}  // namespace alembert
