#include "alembert/energy.hpp"

#include "kernel/drives.hpp"
#include "kernel/tree_state.hpp"

namespace alembert {

struct Energy::Workspace {
  TreeState<double> state;
  Drives<double> drives;

  explicit Workspace(const Model& m) : state(m), drives(m) {}
};

Energy::Energy(const Model& model) : work_(make_owned<Workspace>(model)) {}

Energies Energy::operator()(VecIn<double> q, VecIn<double> v) {
  TreeState<double>& state = work_->state;
  const Model& model = state.model();
  state.update(q, v);
  Energies energy;
  for (int i = 0; i < model.joint_count(); ++i) {
    const Inertia& body = model.joint(i).inertia;
    const auto& link = state.link(i);
    const Eigen::Vector3d com = link.at(body.com), w = link.R.transpose() * vec(link.V.w);
    energy.kinetic +=
        0.5 * (body.mass * link.velocity(com).squaredNorm() + w.dot(body.about_com * w));
    energy.gravity -= body.mass * model.gravity().dot(model.base() * com);
  }
  energy.kinetic += work_->drives.kinetic_energy(v);
  energy.elastic = work_->drives.elastic_energy(q);
  return energy;
}

}  // namespace alembert
