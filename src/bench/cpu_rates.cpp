#include <algorithm>
#include <thread>

#include "alembert/batch.hpp"
#include "bench/random_states.hpp"
#include "bench/rates.hpp"

namespace alembert::bench {

namespace {

/// Enough for every core to be busy, little enough for the memory of small machines.
int batch_states(const Model& model) {
  return std::clamp((1 << 25) / (model.dofs() * model.dofs()), 1024, 1 << 17);
}

/// Room for the results of any call, and one call of the batch.
template <typename T>
struct BatchRun {
  BatchRun(const Model& model, GeneratedCall what, int threads, std::size_t states)
      : call(what),
        samples(model, states == 0 ? batch_states(model) : static_cast<int>(states)),
        q(samples.all_q.cast<T>()),
        v(samples.all_v.cast<T>()),
        a(samples.all_a.cast<T>()),
        batch(model, threads),
        frame(model.links().back().frame),
        x(q.rows(), call == GeneratedCall::pose ? 12 : q.cols()) {
    if (call != GeneratedCall::inverse_dynamics && call != GeneratedCall::forward_dynamics &&
        call != GeneratedCall::pose) {
      A.resize(q.rows(), q.cols() * q.cols());
    }
    if (call != GeneratedCall::mass_matrix) B = C = A;
    if (call == GeneratedCall::weighted_hessian) D = A;
  }

  void operator()() {
    switch (call) {
      case GeneratedCall::derivatives:
        return batch.derivatives(q, v, a, A, B, C);
      case GeneratedCall::mass_matrix:
        return batch.mass_matrix(q, A);
      case GeneratedCall::forward_dynamics:
        return (void)batch.forward_dynamics(q, v, a, x);
      case GeneratedCall::forward_derivatives:
        return (void)batch.forward_dynamics_derivatives(q, v, a, x, A, B, C);
      case GeneratedCall::weighted_hessian:
        return batch.weighted_hessians(q, v, a, v, A, B, C, D);
      case GeneratedCall::pose:
        return batch.poses(q, frame, x);
      default:
        return batch.inverse_dynamics(q, v, a, x);
    }
  }

  GeneratedCall call;
  RandomStates samples;
  RowMatrix<T> q, v, a;
  Batch<T> batch;
  FrameId frame;
  RowMatrix<T> x, A, B, C, D;
};

template <typename T>
double batch_rate(const Model& model, GeneratedCall call, int threads, const RateOptions& options) {
  BatchRun<T> once(model, call, threads, options.states);
  return static_cast<double>(once.q.rows()) / least_seconds(options.seconds, [&] { once(); });
}

}  // namespace

std::vector<int> thread_counts() {
  const int all = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<int> counts;
  for (int threads = 1; threads < all; threads *= 2) counts.push_back(threads);
  counts.push_back(all);
  return counts;
}

std::vector<CpuRate> cpu_rates(const Model& model, const RateOptions& options) {
  std::vector<CpuRate> rates;
  for (const GeneratedCall call : options.calls) {
    for (const bool single : {true, false}) {
      for (const int threads : thread_counts()) rates.push_back({call, single, threads});
    }
  }
  for (std::size_t i = 0; i < rates.size(); ++i) {
    auto& [call, single, threads, found] = rates[i];
    found = single ? batch_rate<float>(model, call, threads, options)
                   : batch_rate<double>(model, call, threads, options);
    options.progress(static_cast<double>(i + 1) / static_cast<double>(rates.size()));
  }
  return rates;
}

}  // namespace alembert::bench
