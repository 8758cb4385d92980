// A payload is one more link, welded to the hand, of which nothing is known: identification with
// that link alone free finds it.
#include "alembert/payload.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>

#include "alembert/error.hpp"
#include "identify/parameter_space.hpp"
#include "identify/pseudo_inertia.hpp"
#include "model/phrase.hpp"
#include "require.hpp"

namespace alembert {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using identifying::BodyParameters;

const char* const held_name = "what is in hand";

/// Where to begin: a kilogram, the size of a fist.
Inertia something() {
  Inertia body;
  body.mass = 1.0;
  body.about_com = 2.0 / 5.0 * 0.05 * 0.05 * Eigen::Matrix3d::Identity();
  return body;
}

Robot holding_something(Robot robot, const std::string& at) {
  const Frame* frame = robot.find_frame(at);
  require(frame || robot.find_link(at), "there is no link or frame '" + at + "'",
          "name one of the robot's; alembert info lists them", Error::Code::name);
  Joint weld;
  weld.name = std::string(held_name) + ", its weld";
  weld.type = JointType::fixed;
  weld.parent = frame ? frame->link : at;
  weld.child = held_name;
  if (frame) weld.origin = frame->pose;
  robot.links.push_back({held_name, something(), {}, {}, {}});
  robot.joints.push_back(std::move(weld));
  return robot;
}

/// Mass, centre and moments about it, of the ten parameters.
Eigen::Matrix<double, 10, 1> as_people_say(const BodyParameters& body) {
  const Inertia inertia = identifying::inertia_of(body);
  const Eigen::Matrix3d& I = inertia.about_com;
  Eigen::Matrix<double, 10, 1> out;
  out << inertia.mass, inertia.com, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2);
  return out;
}

void fill_intervals(const BodyParameters& body, const Eigen::Matrix<double, 10, 10>& covariance,
                    double quantile, PayloadEstimate& out) {
  Eigen::Matrix<double, 10, 10> slope;
  for (int k = 0; k < 10; ++k) {
    BodyParameters more = body, less = body;
    const double step = 1e-6 * std::max(std::abs(body[k]), 1e-3);
    more[k] += step;
    less[k] -= step;
    slope.col(k) = (as_people_say(more) - as_people_say(less)) / (2.0 * step);
  }
  const Eigen::Matrix<double, 10, 1> values = as_people_say(body);
  const Eigen::VectorXd half =
      quantile * (slope * covariance * slope.transpose()).diagonal().cwiseMax(0.0).cwiseSqrt();
  const double gyration = std::sqrt(out.inertia.about_com.trace() / (2.0 * out.inertia.mass));
  const double sizes[] = {out.inertia.mass, 0.1,
                          out.inertia.mass * std::pow(std::max(gyration, 0.03), 2)};
  for (int k = 0; k < 10; ++k) {
    const double size = sizes[k == 0 ? 0 : k < 4 ? 1 : 2];
    Interval interval{values[k], values[k] - half[k], values[k] + half[k], Knowledge::unknown};
    if (half[k] < 0.15 * size)
      interval.knowledge = Knowledge::known;
    else if (half[k] < 0.6 * size)
      interval.knowledge = Knowledge::barely;
    if (k == 0)
      out.mass = interval;
    else
      (k < 4 ? out.centre : out.moments).push_back(interval);
  }
}

/// The ten parameters of what is in hand among others.
std::vector<Index> held_among(const std::vector<std::string>& names) {
  std::vector<Index> ten;
  for (std::size_t p = 0; p < names.size(); ++p) {
    if (names[p].starts_with(std::string(held_name) + ".")) ten.push_back(p);
  }
  return ten;
}

/// What the arm's own parameters, known from an empty hand only so far, add to the covariance of
/// what is in it: whatever they are off, the payload makes up for where torques look alike.
Eigen::Matrix<double, 10, 10> of_the_arm(const Model& holding, const Identification& empty,
                                         const Identification& held, double prior) {
  const identifying::ParameterSpace space(holding);
  const std::vector<std::string> columns = phrase::names_of(space.columns());
  MatrixXd arm(space.base_count(), empty.parameters.size());
  for (std::size_t p = 0; p < empty.parameters.size(); ++p) {
    const auto at = std::find(columns.begin(), columns.end(), empty.parameters[p].name);
    arm.col(p).setZero();
    if (at != columns.end()) arm.col(p) = space.map().col(at - columns.begin());
  }
  const MatrixXd body = space.map()(Eigen::all, held_among(columns));
  double rows = 0.0;
  for (const JointFit& joint : held.joints) rows += static_cast<double>(joint.used);
  Eigen::Matrix<double, 10, 10> curvature;
  const BodyParameters found =
      identifying::body_parameters(*held.robot.find_link(held_name)->inertia);
  identifying::BodyDivergence(identifying::body_parameters(something()))(found, nullptr,
                                                                         &curvature);
  const MatrixXd own = body.transpose() * held.information * body + rows * prior * curvature;
  const MatrixXd follows = own.ldlt().solve(body.transpose() * held.information * arm);
  return follows * empty.covariance * follows.transpose();
}

}  // namespace

PayloadEstimate identify_payload(const Robot& robot,
                                 const std::vector<std::shared_ptr<LogSource>>& logs,
                                 const PayloadOptions& options) {
  PayloadEstimate out;
  out.frame = options.frame;
  IdentifyOptions how = options.identify;
  Robot arm = holding_something(robot, options.frame);  // refuses other frames before the work
  std::optional<Identification> empty;
  if (!options.empty.empty()) {
    const Identification& before = empty.emplace(identify(robot, options.empty, how));
    arm = holding_something(before.robot, options.frame);
    how.known_offsets.resize(before.joints.size());
    for (std::size_t j = 0; j < before.joints.size(); ++j) {
      how.known_offsets[j] = before.joints[j].offset;
    }
    how.friction = how.offsets = false;
    out.findings = before.findings;
    out.seconds = before.seconds;
  }
  how.links = {held_name};
  how.shapes.clear();
  how.rotors = how.springs = false;
  how.direction = Fitted::no;
  // Nothing is known of it: the prior only keeps it possible.
  how.prior_weight = options.identify.prior_weight.value_or(1e-6);
  Identification found = identify(arm, logs, how);
  out.seconds += found.seconds;
  const Link* held = found.robot.find_link(held_name);
  out.inertia = *held->inertia;
  out.scores = found.fitted;
  out.findings.insert(out.findings.end(), found.findings.begin(), found.findings.end());
  const std::vector<Index> ten = held_among(phrase::names_of(found.parameters));
  Eigen::Matrix<double, 10, 10> covariance = found.covariance(ten, ten);
  if (empty) covariance += of_the_arm(compile(arm, how.compile), *empty, found, *how.prior_weight);
  fill_intervals(identifying::body_parameters(out.inertia), covariance, found.quantile, out);
  return out;
}

}  // namespace alembert
