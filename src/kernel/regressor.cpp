// The columns of bodies (inertial_columns.hpp), then those of drives, then those of springs.
#include "alembert/regressor.hpp"

#include "kernel/drives.hpp"
#include "kernel/inertial_columns.hpp"

namespace alembert {

struct Regressor::Workspace {
  TreeState<double> motion;
  bool drives, springs;
  std::vector<FrameId> frames;  // of the bodies
  std::vector<int> driven;      // joints that can have a drive
  std::vector<RegressorColumn> columns;

  Workspace(const Model& model, const RegressorOptions& options)
      : motion(model), drives(options.drives), springs(options.springs) {
    if (options.bodies.empty()) {
      for (const ModelLink& link : model.links()) {
        if (link.massive() && model.frame(link.frame).joint >= 0) add_body(link.frame);
      }
    }
    for (const std::string& name : options.bodies) add_body(model.frame(name));
    for (int i = 0; i < model.joint_count(); ++i) {
      if (model.joint(i).driven) driven.push_back(i);
    }
    if (drives) {
      for (const int i : driven) add_drive(model.joint(i));
    }
    if (springs) {
      for (const int i : driven) add_spring(model.joint(i));
    }
  }

  void add_body(FrameId frame) {
    const Model& model = motion.model();
    const ModelLink& link = model.links()[model.frame(frame).link];
    const Inertia body = link.frame == frame ? link.total() : Inertia{};
    frames.push_back(frame);
    const std::string& name = model.frame(frame).name;
    const auto values = inertial_parameters(body);
    const char* const symbols[] = {"m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};
    for (int k = 0; k < 10; ++k) {
      columns.push_back(
          {name + "." + symbols[k], k == 0 ? "kg" : (k < 4 ? "kg m" : "kg m^2"), values[k]});
    }
  }

  void add_drive(const ModelJoint& joint) {
    const bool slides = joint.motion == JointMotion::prismatic;
    columns.push_back({joint.name + ".Ia", slides ? "kg" : "kg m^2", joint.rotor_inertia});
    columns.push_back({joint.name + ".fv", slides ? "N s/m" : "N m s/rad", joint.viscous});
    columns.push_back({joint.name + ".fc", slides ? "N" : "N m", joint.coulomb});
  }

  void add_spring(const ModelJoint& joint) {
    const bool slides = joint.motion == JointMotion::prismatic;
    columns.push_back({joint.name + ".k", slides ? "N/m" : "N m/rad", joint.stiffness});
    columns.push_back(
        {joint.name + ".f0", slides ? "N" : "N m", -joint.stiffness * joint.spring_rest});
  }
};

Regressor::Regressor(const Model& model, const RegressorOptions& options)
    : work_(make_owned<Workspace>(model, options)) {}

const Model& Regressor::model() const { return work_->motion.model(); }

const std::vector<RegressorColumn>& Regressor::columns() const { return work_->columns; }

int Regressor::bodies() const { return static_cast<int>(work_->frames.size()); }

Eigen::VectorXd Regressor::parameters() const {
  Eigen::VectorXd values(work_->columns.size());
  for (Eigen::Index c = 0; c < values.size(); ++c) values[c] = work_->columns[c].value;
  return values;
}

void Regressor::fill(VecIn<double> q, VecIn<double> v, VecIn<double> a, MatOut<double> Y) {
  Workspace& work = *work_;
  work.motion.update(q, v, a);
  Y.setZero();
  Eigen::Index c = 0;
  for (const FrameId frame : work.frames) {
    add_inertial_columns(work.motion, frame, Y.middleCols(c, 10));
    c += 10;
  }
  if (work.drives) {
    for (const int i : work.driven) {
      const Drive<double> drive(i, model().joint(i));
      const int row = drive.coordinate;
      for (const double entry : drive.motion_columns(v[row], a[row])) Y(row, c++) = entry;
    }
  }
  if (work.springs) {
    for (const int i : work.driven) {
      const Drive<double> drive(i, model().joint(i));
      const int row = drive.coordinate;
      for (const double entry : drive.spring_columns(q[row])) Y(row, c++) = entry;
    }
  }
}

Eigen::MatrixXd Regressor::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a) {
  Eigen::MatrixXd Y(model().dofs(), static_cast<Eigen::Index>(columns().size()));
  (*this)(q, v, a, Y);
  return Y;
}

void Regressor::set_base_motion(const BaseMotion& motion) { work_->motion.set_base_motion(motion); }

}  // namespace alembert
