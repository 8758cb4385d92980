// Arms that bend, behind the interface that motion problems know.
#pragma once

#include <mutex>

#include "alembert/arm.hpp"
#include "alembert/flexible_model.hpp"

namespace alembert {

class BendingArm : public Arm {
 public:
  explicit BendingArm(const Description& description)
      : robot_(description.robot), options_(description.options), left_out_(description.left_out) {}

  /// Made when first asked for.
  const FlexibleModel& flexible() const;

  Model compile(const Robot& robot, const CompileOptions& options) const override;
  std::shared_ptr<const Arm> changed(const Description& description) const override;

  int told(const Model&) const override { return flexible().joints; }
  /// N, or N m of twists: what deflects a link by a hundredth of its length.
  void scale_equations(const Model& model, Eigen::VectorXd& scales) const override;
  Eigen::VectorXd resting(const Model& model, const Eigen::VectorXd& q) const override;
  std::vector<std::string> bending_links(const Model& model) const override;

  std::unique_ptr<ArmFrame> frame(const Model& model, FrameId frame) const override;
  std::shared_ptr<const Dynamics> dynamics(const MotionProblem& problem, const Model& model,
                                           const std::vector<Load>& loads,
                                           const std::vector<Tie>& ties) const override;

  void check(const MotionProblem& problem) const override;
  /// On how far links bend.
  std::vector<PointLimit> limits_during_motion(const MotionProblem& problem) const override;
  /// On how far links swing.
  std::vector<PointLimit> limits_at_goal(const MotionProblem& problem) const override;
  std::optional<Error> cannot(ArmUse use) const override;

 private:
  std::shared_ptr<const Robot> robot_;
  CompileOptions options_;
  DriveParts left_out_;
  mutable std::once_flag made_;
  mutable FlexibleModel flexible_;
};

}  // namespace alembert
