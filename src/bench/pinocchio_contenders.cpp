// Pinocchio as a careful user calls it: model and data made beforehand, joints of the kinds it has
// special code for (about and along z), which is what canonical frames give it.
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>

#include "alembert/error.hpp"
#include "bench/case.hpp"

namespace alembert::bench {

namespace {

constexpr const char* library = "pinocchio";
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Where the joint's frame is in its parent's while the joint is at zero.
pinocchio::SE3 placement(const ModelJoint& joint) {
  const auto turn = [](double angle, const Eigen::Vector3d& axis) {
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  };
  const Eigen::Matrix3d beta =
      turn(std::atan2(joint.sin_beta, joint.cos_beta), Eigen::Vector3d::UnitZ());
  const Eigen::Matrix3d alpha =
      turn(std::atan2(joint.sin_alpha, joint.cos_alpha), Eigen::Vector3d::UnitX());
  const Eigen::Matrix3d R = beta * alpha * turn(joint.theta0, Eigen::Vector3d::UnitZ());
  const Eigen::Vector3d p = beta * joint.p;
  return pinocchio::SE3(R, p);
}

/// It numbers joints depth first; states and results are put into that order beforehand.
struct PinocchioWork {
  explicit PinocchioWork(const Case& c) : n(c.model.dofs()), order(n) {
    model.gravity.linear() = c.model.base().linear().transpose() * c.model.gravity();
    add_children(c.model, -1, 0);
    data = std::make_unique<pinocchio::Data>(model);
    for (const auto& [from, to] : {std::pair(&c.samples.all_q, &q), std::pair(&c.samples.all_v, &v),
                                   std::pair(&c.samples.all_a, &a), std::pair(&c.all_tau, &tau)}) {
      to->resize(n, from->rows());
      for (int i = 0; i < n; ++i) to->row(order[i]) = from->col(i).transpose();
    }
  }

  void add_children(const Model& ours, int parent, pinocchio::JointIndex theirs) {
    for (int i = parent + 1; i < ours.joint_count(); ++i) {
      const ModelJoint& joint = ours.joint(i);
      if (joint.parent != parent) continue;
      const bool slides = joint.motion == JointMotion::prismatic;
      const auto kind = slides ? pinocchio::JointModel(pinocchio::JointModelPZ())
                               : pinocchio::JointModel(pinocchio::JointModelRZ());
      const pinocchio::JointIndex added =
          model.addJoint(theirs, kind, placement(joint), joint.name);
      const Inertia& body = joint.inertia;
      model.appendBodyToJoint(added, pinocchio::Inertia(body.mass, body.com, body.about_com));
      order[joint.coordinate] = model.joints[added].idx_v();
      add_children(ours, i, added);
    }
  }

  VectorXd in_our_order(const VectorXd& x) const { return x(order); }
  MatrixXd in_our_order(const MatrixXd& M) const { return M(order, order); }
  /// Of a matrix that has its upper triangle only.
  MatrixXd whole_in_our_order(const MatrixXd& M) const {
    return in_our_order(MatrixXd(M.selfadjointView<Eigen::Upper>()));
  }

  int n;
  Eigen::VectorXi order;
  pinocchio::Model model;
  std::unique_ptr<pinocchio::Data> data;
  MatrixXd q, v, a, tau;  // a column a state
};

using SharedWork = std::shared_ptr<PinocchioWork>;

Contender torques(const SharedWork& work) {
  return {"inverse_dynamics", library, 1, for_each_state([work](int s) {
            pinocchio::rnea(work->model, *work->data, work->q.col(s), work->v.col(s),
                            work->a.col(s));
          }),
          [work] { return work->in_our_order(VectorXd(work->data->tau)); }};
}

Contender masses(const SharedWork& work) {
  return {"mass_matrix", library, 1, for_each_state([work](int s) {
            pinocchio::crba(work->model, *work->data, work->q.col(s));
          }),
          [work] { return VectorXd(work->whole_in_our_order(work->data->M).reshaped()); }};
}

Contender accelerations(const SharedWork& work) {
  return {"forward_dynamics", library, 1, for_each_state([work](int s) {
            pinocchio::aba(work->model, *work->data, work->q.col(s), work->v.col(s),
                           work->tau.col(s));
          }),
          [work] { return work->in_our_order(VectorXd(work->data->ddq)); }};
}

Contender slopes(const SharedWork& work) {
  return {"derivatives", library, 1, for_each_state([work](int s) {
            pinocchio::computeRNEADerivatives(work->model, *work->data, work->q.col(s),
                                              work->v.col(s), work->a.col(s));
          }),
          [work] {
            VectorXd all(3 * work->n * work->n);
            all << work->in_our_order(MatrixXd(work->data->dtau_dq)).reshaped(),
                work->in_our_order(MatrixXd(work->data->dtau_dv)).reshaped(),
                work->whole_in_our_order(work->data->M).reshaped();
            return all;
          }};
}

void refuse_unknown_joints(const Case& c) {
  for (const ModelJoint& joint : c.model.joints()) {
    const bool itself = joint.ratio == 1.0 && joint.offset == 0.0 && !c.model.coupled();
    if (joint.motion != JointMotion::helical && itself) continue;
    throw Error(Error::Code::unsupported, {c.robot.file, 0},
                "Pinocchio is compared on joints that turn or slide, each by itself",
                "compare without Pinocchio");
  }
}

}  // namespace

bool has_pinocchio() { return true; }

std::vector<Contender> pinocchio_contenders(const SharedCase& on, const std::string& call) {
  refuse_unknown_joints(*on);
  std::vector<Contender> all;
  const auto add = [&](const char* name, Contender (*contender)(const SharedWork&)) {
    if (is_asked(call, name)) all.push_back(contender(std::make_shared<PinocchioWork>(*on)));
  };
  add("inverse_dynamics", torques);
  add("mass_matrix", masses);
  add("forward_dynamics", accelerations);
  add("derivatives", slopes);
  return all;
}

}  // namespace alembert::bench
