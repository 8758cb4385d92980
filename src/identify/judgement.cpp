#include "identify/judgement.hpp"

#include <algorithm>
#include <cmath>

#include "model/random_source.hpp"

namespace alembert::identifying {

namespace {

constexpr double narrow = 0.15, wide = 0.6;  // half an interval beside the parameter's size
constexpr double told = 0.5;                 // of the deviation before the logs

Knowledge knowledge_of(double half, double size, double after, double before) {
  if (after > told * before) return Knowledge::unknown;  // as narrow as it was
  if (half <= narrow * size) return Knowledge::known;
  return half <= wide * size ? Knowledge::barely : Knowledge::unknown;
}

/// Masses, and what resists or holds.
bool stays_positive(const FitSpace& space, int column) {
  const ParameterKind kind = space.space.kind(column);
  return kind == ParameterKind::inertial ? column % 10 == 0 : must_be_positive(kind);
}

/// What torques of single joints depend on a base parameter for: gravity, or motion.
class Motions {
 public:
  explicit Motions(const ParameterSpace& space) : space_(space) {
    const int n = space.dofs();
    still_.setZero(n, space.base_count());
    moving_.setZero(n, space.base_count());
    RandomSource random(3);
    ParameterSpace::Rows rows(space);
    const VectorXd zero = VectorXd::Zero(n);
    VectorXd q(n), v(n), a(n);
    for (int sample = 0; sample < 40; ++sample) {
      for (int j = 0; j < n; ++j) {
        const Limits& limits = space.model().coordinates()[j].limits;
        const double low = std::max(limits.lower, -3.0), high = std::min(limits.upper, 3.0);
        q[j] = 0.5 * (low + high + (high - low) * random.uniform());
        v[j] = std::min(limits.velocity, 2.0) * random.uniform();
        a[j] = std::min(limits.acceleration, 5.0) * random.uniform();
      }
      still_ += rows(q, zero, zero).cwiseAbs2();
      moving_ += rows(q, v, a).cwiseAbs2();
    }
  }

  std::string hint(int base) const {
    const RegressorColumn& leading = space_.leading(base);
    const std::string symbol = leading.name.substr(leading.name.rfind('.') + 1);
    const std::string owner = leading.name.substr(0, leading.name.rfind('.'));
    if (symbol == "fv" || symbol == "fd") return "move '" + owner + "' at many speeds";
    if (symbol == "fc") return "move '" + owner + "' slowly, both ways";
    if (symbol == "f0") return "hold many poses";
    if (symbol == "k") return "move '" + owner + "' over its whole range";
    Index joint = 0;
    if (still_.col(base).maxCoeff() > 0.1 * moving_.col(base).maxCoeff()) {
      still_.col(base).maxCoeff(&joint);
      return "more poses: turn the joints behind '" + name(joint) + "' through their ranges";
    }
    moving_.col(base).maxCoeff(&joint);
    return "accelerate '" + name(joint) + "' faster, in many poses";
  }

 private:
  const std::string& name(Index joint) const { return space_.model().coordinates()[joint].name; }
  const ParameterSpace& space_;
  MatrixXd still_, moving_;
};

}  // namespace

std::vector<ParameterEstimate> judge_parameters(const FitSpace& space, const Intervals& known,
                                                const VectorXd& u) {
  std::vector<ParameterEstimate> out;
  const VectorXd file = space.space.values();
  std::vector<Index> at(space.space.count(), -1);
  for (std::size_t i = 0; i < space.free.size(); ++i) at[space.free[i]] = i;
  for (int c = 0; c < space.space.count(); ++c) {
    const RegressorColumn& column = space.space.columns()[c];
    const Index i = at[c];
    const ParameterKind kind = space.space.kind(c);
    if (kind == ParameterKind::delay || kind == ParameterKind::position_delay) continue;
    ParameterEstimate estimate{column.name, column.unit, file[c],         file[c],
                               file[c],     file[c],     Knowledge::fixed};
    if (i < 0) {
      if (file[c] == 0.0) continue;
      out.push_back(estimate);
      continue;
    }
    const double deviation = std::sqrt(std::max(0.0, known.covariance(i, i)));
    const double half = known.quantile * deviation;
    estimate.value = u[i];
    estimate.lower = u[i] - half;
    estimate.upper = u[i] + half;
    if (stays_positive(space, c)) estimate.lower = std::max(0.0, estimate.lower);
    const double size = std::max(std::abs(u[i]), 0.5 * space.scale[i]);
    estimate.knowledge =
        knowledge_of(half, size, deviation, std::sqrt(std::max(0.0, known.file(i, i))));
    out.push_back(estimate);
  }
  return out;
}

MatrixXd covariance_of(const FitSpace& space, const Intervals& known,
                       const std::vector<ParameterEstimate>& parameters) {
  const auto count = static_cast<Index>(parameters.size());
  MatrixXd out = MatrixXd::Zero(count, count);
  std::vector<Index> at(parameters.size(), -1);
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    for (std::size_t i = 0; i < space.free.size(); ++i) {
      const RegressorColumn& column = space.space.columns()[space.free[i]];
      if (column.name == parameters[p].name) at[p] = i;
    }
  }
  for (Index r = 0; r < count; ++r) {
    for (Index c = 0; c < count; ++c) {
      const Index i = at[r], k = at[c];
      if (i >= 0 && k >= 0) out(r, c) = known.covariance(i, k);
    }
  }
  return out;
}

std::vector<ParameterEstimate> judge_base(const FitSpace& space, const Intervals& known,
                                          const VectorXd& u) {
  const Motions motions(space.space);
  const VectorXd before = space.space.map() * space.space.values(), after = space.base(u);
  std::vector<ParameterEstimate> out;
  for (int b = 0; b < space.space.base_count(); ++b) {
    const Eigen::RowVectorXd row = space.map.row(b);
    if (row.cwiseAbs().maxCoeff() == 0.0) continue;  // nothing of it was free
    if (b >= space.space.delay(0)) continue;         // told with the joints
    const double deviation = std::sqrt(std::max(0.0, row.dot(known.covariance * row.transpose())));
    const double prior = std::sqrt(std::max(0.0, row.dot(known.file * row.transpose())));
    const double half = known.quantile * deviation;
    Index largest = 0;
    row.cwiseAbs().cwiseProduct(space.scale.transpose()).maxCoeff(&largest);
    const double size =
        std::max(std::abs(after[b]), 0.5 * std::abs(row[largest]) * space.scale[largest]);
    ParameterEstimate estimate{space.space.base_names()[b],
                               space.space.leading(b).unit,
                               before[b],
                               after[b],
                               after[b] - half,
                               after[b] + half,
                               knowledge_of(half, size, deviation, prior)};
    Index only = 0;
    if ((row.array() != 0.0).count() == 1) {
      row.cwiseAbs().maxCoeff(&only);
      if (stays_positive(space, space.free[only])) estimate.lower = std::max(0.0, estimate.lower);
    }
    if (estimate.knowledge != Knowledge::known) estimate.hint = motions.hint(b);
    out.push_back(std::move(estimate));
  }
  return out;
}

}  // namespace alembert::identifying
