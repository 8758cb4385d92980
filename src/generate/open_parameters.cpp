#include "generate/open_parameters.hpp"

#include <cmath>

#include "alembert/base_parameters.hpp"
#include "alembert/error.hpp"
#include "kernel/inertial_columns.hpp"
#include "kernel/regrouped_impl.hpp"

namespace alembert {

namespace {

constexpr const char* const inertial_names[] = {"m",   "mx",  "my",  "mz",  "Ixx",
                                                "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};

/// What rounding left of a 0 or a 1 would stay in the code as a product.
double cleaned(double x) {
  constexpr double rounding = 1e-15;
  if (std::abs(x) < rounding) return 0.0;
  return std::abs(std::abs(x) - 1.0) < rounding ? std::copysign(1.0, x) : x;
}

Inertia sample_payload() {
  Inertia body{1.25, {0.125, -0.0625, 0.25}};
  body.about_com = Eigen::Vector3d(0.03125, 0.046875, 0.0625).asDiagonal();
  return body;
}

/// The ten parameters of a body about a frame's origin.
struct Ten {
  Expr at[10];

  RegroupedBody<Expr> body() const {
    Mat3<Expr> I;
    I << at[4], at[5], at[6], at[5], at[7], at[8], at[6], at[8], at[9];
    const Expr half = Expr(0.5) * (at[4] + at[7] + at[9]);
    RegroupedBody<Expr> body;
    body.m = at[0];
    body.h << at[1], at[2], at[3];
    body.J = -I;
    for (int i = 0; i < 3; ++i) body.J(i, i) += half;
    return body;
  }
};

/// The same body seen from frame A, given the pose of its frame B in A.
RegroupedBody<Expr> moved(const Eigen::Isometry3d& X_ab, const RegroupedBody<Expr>& b) {
  const Mat3<Expr> R = X_ab.linear().unaryExpr(&cleaned).cast<Expr>();
  const Vec3<Expr> p = X_ab.translation().unaryExpr(&cleaned).cast<Expr>();
  const Vec3<Expr> h = R * b.h;
  RegroupedBody<Expr> a;
  a.m = b.m;
  a.h = h + b.m * p;
  a.J = R * b.J * R.transpose() + h * p.transpose() + p * a.h.transpose();
  return a;
}

void add(RegroupedBody<Expr>& sum, const RegroupedBody<Expr>& body) {
  sum.m += body.m;
  sum.h += body.h;
  sum.J += body.J;
}

}  // namespace

OpenParameters::OpenParameters(const Model& model, const GenerateOptions& options) : model_(model) {
  if (options.base_parameters) open_base(model);
  if (options.friction) open_friction(model);
  if (options.payload) open_payload(model, *options.payload);
}

bool OpenParameters::matters(const std::string& array, GeneratedCall call) {
  if (call == GeneratedCall::pose) return false;
  return array != "friction" ||
         (call != GeneratedCall::mass_matrix && call != GeneratedCall::weighted_hessian);
}

void OpenParameters::open_base(const Model& model) {
  const BaseParameters base(model);
  std::vector<FrameId> bodies;  // as Regressor numbers them
  for (const ModelLink& link : model.links()) {
    if (link.massive() && model.frame(link.frame).joint >= 0) bodies.push_back(link.frame);
  }
  GeneratedParameters array{"base", {}};
  const Eigen::VectorXd values = base.parameters();
  for (int b = 0; b < base.count(); ++b) {
    const auto k = static_cast<std::size_t>(b);
    const auto column = static_cast<std::size_t>(base.columns()[k]);
    array.entries.push_back({base.names()[k], base.regressor().columns()[column].unit, values[b]});
    columns_.push_back({arrays_.size(), b, static_cast<int>(column % 10), bodies[column / 10]});
  }
  arrays_.push_back(std::move(array));
  own_bodies_ = false;
}

void OpenParameters::open_friction(const Model& model) {
  GeneratedParameters array{"friction", {}};
  for (const ModelJoint& joint : model.joints()) {
    if (!joint.driven) continue;
    const bool slides = joint.motion == JointMotion::prismatic;
    array.entries.push_back({joint.name + ".fv", slides ? "N s/m" : "N m s/rad", joint.viscous});
    array.entries.push_back({joint.name + ".fc", slides ? "N" : "N m", joint.coulomb});
    rubbing_.push_back({joint.coordinate, joint.ratio});
  }
  arrays_.push_back(std::move(array));
  model_ = without_drives(model_, {.viscous = true, .coulomb = true});
}

void OpenParameters::open_payload(const Model& model, FrameId frame) {
  const std::string& name = model.frame(frame).name;
  if (model.frame(frame).joint < 0) {
    throw Error(Error::Code::value, "a payload in '" + name + "', which does not move",
                "name a link or a frame that a joint moves (--payload-frame)");
  }
  GeneratedParameters array{"payload", {}};
  for (int k = 0; k < 10; ++k) {
    const char* unit = k == 0 ? "kg" : (k < 4 ? "kg m" : "kg m^2");
    array.entries.push_back({name + "." + inertial_names[k], unit, 0.0});
    columns_.push_back({arrays_.size(), k, k, frame});
  }
  arrays_.push_back(std::move(array));
  payload_ = frame;
}

std::vector<RegroupedBody<Expr>> OpenParameters::bodies(
    const std::vector<VecX<Expr>>& values) const {
  auto bodies = own_bodies_ ? regrouping::own_bodies<Expr>(model_)
                            : std::vector<RegroupedBody<Expr>>(model_.joints().size());
  for (std::size_t c = 0; c < columns_.size();) {
    // Columns of one body stand together.
    const FrameId frame = columns_[c].frame;
    const std::size_t array = columns_[c].array;
    Ten parameters;
    for (; c < columns_.size() && columns_[c].frame == frame && columns_[c].array == array; ++c) {
      parameters.at[columns_[c].parameter] = values[array][columns_[c].entry];
    }
    const ModelFrame& place = model_.frame(frame);
    add(bodies[place.joint], moved(place.pose, parameters.body()));
  }
  return bodies;
}

std::vector<double> OpenParameters::sample_values(const std::string& array) const {
  if (array == "payload") {
    const Eigen::Matrix<double, 10, 1> ten = inertial_parameters(sample_payload());
    return {ten.data(), ten.data() + ten.size()};
  }
  std::vector<double> values;
  for (const GeneratedParameters& open : arrays_) {
    if (open.name != array) continue;
    for (const RegressorColumn& entry : open.entries) values.push_back(entry.value);
  }
  return values;
}

Model OpenParameters::sample_model(const Model& model) const {
  return payload_ ? carrying(model, *payload_, sample_payload()) : model;
}

}  // namespace alembert
