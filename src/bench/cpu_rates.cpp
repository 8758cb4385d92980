#include <algorithm>
#include <barrier>
#include <chrono>
#include <thread>

#include "alembert/batch.hpp"
#include "alembert/derivatives.hpp"
#include "bench/random_states.hpp"
#include "bench/rates.hpp"

namespace alembert::bench {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

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
    const bool three =
        call == GeneratedCall::derivatives || call == GeneratedCall::forward_derivatives;
    if (three || call == GeneratedCall::mass_matrix) A.resize(q.rows(), q.cols() * q.cols());
    if (three) B = C = A;
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
  RowMatrix<T> x, A, B, C;
};

template <typename T>
double batch_rate(const Model& model, GeneratedCall call, int threads, const RateOptions& options) {
  BatchRun<T> once(model, call, threads, options.states);
  once();
  double best = 1e9;
  const auto begin = Clock::now();
  do {
    const auto start = Clock::now();
    once();
    best = std::min(best, seconds_since(start));
  } while (seconds_since(begin) < options.seconds);
  return static_cast<double>(once.q.rows()) / best;
}

/// Of weighted Hessians, which have no batch: all threads go through their own states at once,
/// round after round; the fastest round counts.
double hessian_rate(const Model& model, int threads, double seconds) {
  constexpr int states = 1024;
  const RandomStates samples(model, states);
  double best = 1e9;
  bool done = false;
  const auto begin = Clock::now();
  auto start = begin;
  int rounds = 1;  // of the states, in one timed burst
  const auto next = [&]() noexcept {
    const double taken = seconds_since(start);
    if (taken < 5e-3) {
      rounds *= 2;
    } else {
      best = std::min(best, taken / rounds);
    }
    done = seconds_since(begin) > seconds && best < 1e9;
    start = Clock::now();
  };
  std::barrier barrier(threads, next);
  const auto work = [&] {
    WeightedHessian<> hessian(model);
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(model.dofs(), model.dofs()), B = A, C = A, D = A;
    barrier.arrive_and_wait();
    while (!done) {
      for (int k = 0; k < rounds; ++k) {
        for (int s = 0; s < states; ++s) {
          hessian(samples.q(s), samples.v(s), samples.a(s), samples.v(s), A, B, C, D);
        }
      }
      barrier.arrive_and_wait();
    }
  };
  std::vector<std::jthread> others;
  for (int t = 1; t < threads; ++t) others.emplace_back(work);
  work();
  others.clear();
  return states * threads / best;
}

bool has_batch(GeneratedCall call) { return call != GeneratedCall::weighted_hessian; }

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
      if (single && !has_batch(call)) continue;
      for (const int threads : thread_counts()) rates.push_back({call, single, threads});
    }
  }
  for (std::size_t i = 0; i < rates.size(); ++i) {
    auto& [call, single, threads, found] = rates[i];
    found = !has_batch(call) ? hessian_rate(model, threads, options.seconds)
            : single         ? batch_rate<float>(model, call, threads, options)
                             : batch_rate<double>(model, call, threads, options);
    options.progress(static_cast<double>(i + 1) / static_cast<double>(rates.size()));
  }
  return rates;
}

}  // namespace alembert::bench
