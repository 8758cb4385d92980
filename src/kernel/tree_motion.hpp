// Where the links are and how they move, in the canonical base frame, as spatial vectors about its
// origin: what the regressor and the design derivatives start from. Nothing is regrouped here
// (regrouped.hpp): they speak of each body by itself.
#pragma once

#include <vector>

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/scalar.hpp"
#include "kernel/spatial.hpp"

namespace alembert {

class TreeMotion {
 public:
  using Motion6 = small::Motion6<double>;

  struct Link {
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    Eigen::Vector3d o = Eigen::Vector3d::Zero();
    /// The joint's motion per unit of its rate; the link's velocity and acceleration less gravity.
    Motion6 S, V, A;

    Eigen::Vector3d at(const Eigen::Vector3d& in_link) const { return R * in_link + o; }
  };

  explicit TreeMotion(const Model& model);

  void update(VecIn<double> q, VecIn<double> v, VecIn<double> a);
  void set_base_motion(const BaseMotion& motion);

  const Model& model() const { return model_; }
  /// -1 is the base.
  const Link& link(int joint) const {
    return joint < 0 ? base_ : links_[static_cast<std::size_t>(joint)];
  }

 private:
  Model model_;
  Link base_;
  std::vector<Link> links_;
};

inline small::V3<double> v3(const Eigen::Vector3d& u) { return small::v3<double>(u); }
inline Eigen::Vector3d vec(const small::V3<double>& u) { return {u.x, u.y, u.z}; }

}  // namespace alembert
