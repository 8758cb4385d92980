// What arms that bend have alone: limits on how far links bend on the way and swing on at the goal.
#include <cmath>

#include "alembert/arm_modes.hpp"
#include "alembert/bending_model.hpp"
#include "alembert/error.hpp"
#include "alembert/motion_problem.hpp"
#include "dense.hpp"
#include "flexible/bending_arm.hpp"
#include "task/point_limit.hpp"

namespace alembert {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rows x y z: where a bending link's far end goes, by coordinates of the model.
Eigen::Matrix3Xd tip_rows(const Model& model, const FlexibleBody& body) {
  Eigen::Matrix3Xd rows = Eigen::Matrix3Xd::Zero(3, model.dofs());
  for (const LinkShape& shape : body.shapes) {
    if (shape.kind == ModeKind::torsion) continue;
    const int row = shape.kind == ModeKind::bending_y   ? 1
                    : shape.kind == ModeKind::bending_z ? 2
                                                        : 0;
    rows(row, model.coordinate(shape.name)) = shape.at(body.length)[0];
  }
  return rows;
}

/// rows * q: holds at every instant where the spline's control points do, and can be proven.
class OfPositions : public Copied<OfPositions> {
 public:
  explicit OfPositions(MatrixXd rows) : rows_(std::move(rows)) {}
  int size() const override { return static_cast<int>(rows_.rows()); }
  void value(const MotionPoint& point, VecOut<double> g) override { g = rows_ * point.q(); }
  void derivative(const MotionPoint& point, MatOut<double> D) override {
    D.leftCols(point.dofs) = rows_;
  }
  void hessian(const MotionPoint&, VecIn<double>, MatOut<double>) override {}
  bool enclose(const MotionPiece& piece, EnclosureOut out) override {
    for (Eigen::Index i = 0; i < rows_.rows(); ++i) {
      out[i] = Enclosure(0.0);
      for (Eigen::Index j = 0; j < rows_.cols(); ++j) out[i] += rows_(i, j) * piece.q[j];
    }
    return true;
  }

 private:
  MatrixXd rows_;
};

/// (rows (q - rest))^2 + (rate_rows v)^2, entry by entry: squares of what modes swing by.
class SwingSquared : public Copied<SwingSquared> {
 public:
  SwingSquared(MatrixXd rows, MatrixXd rate_rows, VectorXd rest)
      : rows_(std::move(rows)), rate_rows_(std::move(rate_rows)), rest_(std::move(rest)) {}
  int size() const override { return static_cast<int>(rows_.rows()); }
  void value(const MotionPoint& point, VecOut<double> g) override {
    g = (rows_ * (point.q() - rest_)).cwiseAbs2() + (rate_rows_ * point.v()).cwiseAbs2();
  }
  void derivative(const MotionPoint& point, MatOut<double> D) override {
    const VectorXd away = rows_ * (point.q() - rest_), rate = rate_rows_ * point.v();
    D.leftCols(point.dofs) = 2.0 * away.asDiagonal() * rows_;
    D.middleCols(point.dofs, point.dofs) = 2.0 * rate.asDiagonal() * rate_rows_;
  }
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override {
    const int n = point.dofs;
    const VectorXd twice = 2.0 * weights;
    const MatrixXd by_q = rows_.transpose() * twice.asDiagonal(),
                   by_v = rate_rows_.transpose() * twice.asDiagonal();
    H.topLeftCorner(n, n) += by_q * rows_;
    H.block(n, n, n, n) += by_v * rate_rows_;
  }

 private:
  MatrixXd rows_, rate_rows_;
  VectorXd rest_;
};

const FlexibleBody& bending_link(const FlexibleModel& arm, const std::string& name) {
  std::string known;
  for (const FlexibleBody& body : arm.bodies) {
    if (!body.bends()) continue;
    if (body.name == name) return body;
    known += (known.empty() ? "" : ", ") + body.name;
  }
  throw Error(Error::Code::name, "a deflection is limited of '" + name + "', which does not bend",
              "use one of: " + known);
}

[[noreturn]] void refuse(const std::string& what, const std::string& fix) {
  throw Error(Error::Code::unsupported, what, fix);
}

}  // namespace

void BendingArm::check(const MotionProblem& problem) const {
  if (!problem.cut_joints.empty()) {
    refuse("an arm that bends is part of a closed loop",
           "stiffen its links with `alembert convert --rigid`");
  }
  if (problem.spline.knots == SplineOptions::Knots::free) {
    refuse("free knots, and an arm that bends", "write knots: uniform or adapted");
  }
  for (const Carried& body : problem.carried) {
    if (body.during.from <= 0.0 && body.during.to >= 1.0) continue;
    refuse("an arm that bends picks up or puts down " + body.name +
               ", which changes how its links bend",
           "carry it all the way, and plan the motion without it apart");
  }
  if (problem.minimize.path_length > 0.0) {
    refuse("path length is not known of arms that bend",
           "minimize time, effort or energy, or limit where a frame goes with `path`");
  }
  const FlexibleModel& arm = flexible_arm(problem.model);
  for (const DeflectionLimit& limit : problem.deflections) {
    (void)bending_link(arm, limit.link);
    if (limit.largest > 0.0 && std::isfinite(limit.largest)) continue;
    throw Error(Error::Code::value, "the deflection of " + limit.link + " lets it bend nowhere",
                "give a length above zero");
  }
  if (!(problem.vibration >= 0.0) || !std::isfinite(problem.vibration)) {
    throw Error(Error::Code::value, "a vibration that is no length", "give metres, or 0 for none");
  }
  if (problem.vibration > 0.0 && !problem.goal.q) {
    throw Error(Error::Code::value, "a vibration is allowed at a goal that is not given as q",
                "give the goal's joint values");
  }
}

std::vector<PointLimit> BendingArm::limits_during_motion(const MotionProblem& problem) const {
  std::vector<PointLimit> limits;
  const FlexibleModel& arm = flexible_arm(problem.model);
  for (const DeflectionLimit& wanted : problem.deflections) {
    const Eigen::Matrix3Xd rows = tip_rows(problem.model, bending_link(arm, wanted.link));
    PointLimit limit =
        certified(std::make_shared<OfPositions>(rows), 0, problem.spline.segments - 1);
    for (int axis = 0; axis < 3; ++axis) {
      if (rows.row(axis).isZero()) continue;
      limit_entry(limit, axis,
                  {.kind = LimitKind::path_position,
                   .name = "deflection of " + wanted.link,
                   .row = axis,
                   .axis = axis},
                  -wanted.largest, wanted.largest, wanted.largest);
    }
    if (!limit.entries.empty()) limits.push_back(std::move(limit));
  }
  return limits;
}

// A mode of the arm with its joints held swings by sqrt(x^2 + (x' / frequency)^2) of its shape,
// once nothing moves it; tips swing by what all of them together do at most.
std::vector<PointLimit> BendingArm::limits_at_goal(const MotionProblem& problem) const {
  if (!(problem.vibration > 0.0)) return {};
  const Model& model = problem.model;
  const FlexibleModel& arm = flexible_arm(model);
  const std::vector<int> places = places_in(model, arm);
  const int n = arm.joints, m = arm.amplitudes();
  const VectorXd goal = *problem.goal.q;
  const Linearised at = linearise(arm, alembert::resting(arm, VectorXd(goal(places)).head(n)));
  const dense::Eigenpairs modes =
      dense::eigenpairs(at.stiffness.bottomRightCorner(m, m), at.mass.bottomRightCorner(m, m));
  MatrixXd rows = MatrixXd::Zero(m, model.dofs()), rates = rows;
  const std::vector<int> amplitudes(places.begin() + n, places.end());
  VectorXd rest = VectorXd::Zero(model.dofs());
  rest(places) = at.z;
  for (int i = 0; i < m; ++i) {
    const VectorXd shape = modes.vectors.col(i);
    double tip = 0.0;  // that moves furthest
    for (const FlexibleBody& body : arm.bodies) {
      if (!body.bends()) continue;
      const Eigen::Matrix3Xd far = tip_rows(model, body);
      tip = std::max(tip, (far(Eigen::all, amplitudes) * shape).norm());
    }
    const Eigen::RowVectorXd part = m * tip * shape.transpose() * at.mass.bottomRightCorner(m, m);
    rows(i, amplitudes) = part;
    rates(i, amplitudes) = part / std::sqrt(modes.values[i]);
  }
  PointLimit limit;
  limit.term = std::make_shared<SwingSquared>(rows, rates, rest);
  const double largest = problem.vibration * problem.vibration;
  limit.reading = [](double square) { return std::sqrt(std::max(0.0, square)); };
  for (int i = 0; i < m; ++i) {
    limit_entry(limit, i,
                {.kind = LimitKind::path_position,
                 .place = LimitPlace::goal,
                 .name = "vibration at the goal",
                 .row = i},
                -infinity, largest, largest);
  }
  return {limit};
}

}  // namespace alembert
