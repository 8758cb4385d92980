#include "alembert/samples.hpp"

#include <cmath>

#include "require.hpp"

namespace alembert {

namespace {

/// begin, begin + step, …, end; a last step shorter than a millionth of the others is left out.
Eigen::VectorXd instants(double begin, double duration, double step) {
  require(step > 0.0 && std::isfinite(step), "a time step that is not positive",
          "give it in seconds");
  constexpr double least_share = 1e-6, most = 1e8;
  const double steps = std::ceil(duration / step - least_share);
  require(!(steps > most), "a time step too short for a motion of this length",
          "give a longer one, in seconds");
  const auto count = static_cast<Eigen::Index>(std::max(0.0, steps));
  Eigen::VectorXd t(count + 1);
  for (Eigen::Index i = 0; i < count; ++i) t[i] = begin + static_cast<double>(i) * step;
  t[count] = begin + duration;
  return t;
}

template <typename Curve>
Samples sampled_at(const Curve& curve, Eigen::VectorXd t) {
  Samples samples{std::move(t), {}, {}, {}};
  const Eigen::Index rows = samples.t.size();
  Eigen::MatrixXd* const tables[] = {&samples.q, &samples.v, &samples.a};
  Eigen::VectorXd x(curve.dofs());
  for (int order = 0; order < 3; ++order) {
    tables[order]->resize(rows, curve.dofs());
    for (Eigen::Index i = 0; i < rows; ++i) {
      curve.evaluate(samples.t[i], order, x);
      tables[order]->row(i) = x.transpose();
    }
  }
  return samples;
}

}  // namespace

Samples sampled(const BSpline& curve, double step) {
  return sampled_at(curve, instants(curve.begin(), curve.duration(), step));
}

Samples sampled(const Profile& curve, double step) {
  return sampled_at(curve, instants(0.0, curve.duration(), step));
}

}  // namespace alembert
