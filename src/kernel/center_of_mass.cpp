#include "alembert/center_of_mass.hpp"

#include "alembert/error.hpp"
#include "kernel/tree_state.hpp"
#include "require.hpp"

namespace alembert {

struct CenterOfMass::Workspace {
  TreeState<double> state;
  double mass = 0.0;
  Eigen::Vector3d position, velocity;
  Eigen::Matrix3Xd jacobian;

  explicit Workspace(const Model& model)
      : state(model, TreeState<double>::Axes::world), jacobian(3, model.dofs()) {
    mass = model.base_inertia().mass;
    for (const ModelJoint& joint : model.joints()) mass += joint.inertia.mass;
  }
};

CenterOfMass::CenterOfMass(const Model& model) : work_(make_owned<Workspace>(model)) {
  require(work_->mass > 0.0, "robot '" + model.name() + "' has no mass",
          "give its links inertia: without mass there is no centre of it", Error::Code::robot);
}

void CenterOfMass::update(VecIn<double> q, VecIn<double> v) {
  TreeState<double>& state = work_->state;
  const Model& model = state.model();
  state.update(q, v);
  const Inertia& base = model.base_inertia();
  Eigen::Vector3d moment = base.mass * state.link(-1).at(base.com);
  work_->jacobian.setZero();
  for (int i = 0; i < model.joint_count(); ++i) {
    const Inertia& body = model.joint(i).inertia;
    const Eigen::Vector3d com = state.link(i).at(body.com);
    moment += body.mass * com;
    for (int k = i; k >= 0; k = model.joint(k).parent) {
      const auto& motion = state.link(k).S_;
      work_->jacobian.col(model.joint(k).coordinate) +=
          body.mass * model.joint(k).ratio * (vec(motion.v) + vec(motion.w).cross(com));
    }
  }
  work_->position = moment / work_->mass;
  work_->jacobian /= work_->mass;
  work_->velocity = work_->jacobian * v;
}

double CenterOfMass::mass() const { return work_->mass; }
const Eigen::Vector3d& CenterOfMass::position() const { return work_->position; }
const Eigen::Vector3d& CenterOfMass::velocity() const { return work_->velocity; }
const Eigen::Matrix3Xd& CenterOfMass::jacobian() const { return work_->jacobian; }

}  // namespace alembert
