#include <algorithm>
#include <barrier>
#include <chrono>
#include <optional>
#include <thread>

#include "alembert/batch.hpp"
#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
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

template <typename T>
double batch_rate(const Model& model, GeneratedCall call, int threads, double seconds) {
  const int count = batch_states(model), n = model.dofs();
  const RandomStates samples(model, count);
  const RowMatrix<T> q = samples.all_q.cast<T>(), v = samples.all_v.cast<T>(),
                     a = samples.all_a.cast<T>();
  Batch<T> batch(model, threads);
  RowMatrix<T> tau(count, n), dq, dv, M;
  if (call == GeneratedCall::derivatives) dq = dv = M = RowMatrix<T>(count, n * n);
  const auto once = [&] {
    if (call == GeneratedCall::derivatives) {
      batch.derivatives(q, v, a, dq, dv, M);
    } else {
      batch.inverse_dynamics(q, v, a, tau);
    }
  };
  once();
  double best = 1e9;
  const auto begin = Clock::now();
  do {
    const auto start = Clock::now();
    once();
    best = std::min(best, seconds_since(start));
  } while (seconds_since(begin) < seconds);
  return count / best;
}

/// A kernel of its own and the room for its results, for one thread.
std::function<void(int)> one_state(const Model& model, GeneratedCall call,
                                   const RandomStates& samples) {
  const int n = model.dofs();
  struct Room {
    Eigen::VectorXd x;
    Eigen::MatrixXd A, B, C, D;
  };
  const Eigen::MatrixXd square = Eigen::MatrixXd::Zero(n, n);
  const auto room =
      std::make_shared<Room>(Room{Eigen::VectorXd::Zero(n), square, square, square, square});
  Room& r = *room;
  if (call == GeneratedCall::mass_matrix) {
    const auto f = std::make_shared<MassMatrix>(model);
    return [=, &samples, &r](int s) { (void)room, (*f)(samples.q(s), r.A); };
  }
  if (call == GeneratedCall::forward_dynamics) {
    const auto f = std::make_shared<ForwardDynamics>(model);
    return [=, &samples, &r](int s) {
      (void)room, (void)(*f)(samples.q(s), samples.v(s), samples.a(s), r.x);
    };
  }
  if (call == GeneratedCall::forward_derivatives) {
    const auto f = std::make_shared<ForwardDynamicsDerivatives>(model);
    return [=, &samples, &r](int s) {
      (void)room, (void)(*f)(samples.q(s), samples.v(s), samples.a(s), r.x, r.A, r.B, r.C);
    };
  }
  if (call == GeneratedCall::weighted_hessian) {
    const auto f = std::make_shared<WeightedHessian<>>(model);
    return [=, &samples, &r](int s) {
      (void)room, (*f)(samples.q(s), samples.v(s), samples.a(s), samples.v(s), r.A, r.B, r.C, r.D);
    };
  }
  const auto f = std::make_shared<Kinematics<double>>(model);
  const FrameId frame = model.links().back().frame;
  return [=, &samples, &r](int s) {
    f->update(samples.q(s));
    (void)room, r.x[0] = f->pose(frame).translation().x();
  };
}

/// All threads go through their own states at once, round after round; the fastest round counts.
double kernel_rate(const Model& model, GeneratedCall call, int threads, double seconds) {
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
    const std::function<void(int)> one = one_state(model, call, samples);
    barrier.arrive_and_wait();
    while (!done) {
      for (int k = 0; k < rounds; ++k) {
        for (int s = 0; s < states; ++s) one(s);
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

bool has_batch(GeneratedCall call) {
  return call == GeneratedCall::inverse_dynamics || call == GeneratedCall::derivatives;
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
      if (single && !has_batch(call)) continue;
      for (const int threads : thread_counts()) rates.push_back({call, single, threads});
    }
  }
  for (std::size_t i = 0; i < rates.size(); ++i) {
    auto& [call, single, threads, found] = rates[i];
    found = !has_batch(call) ? kernel_rate(model, call, threads, options.seconds)
            : single         ? batch_rate<float>(model, call, threads, options.seconds)
                             : batch_rate<double>(model, call, threads, options.seconds);
    options.progress(static_cast<double>(i + 1) / static_cast<double>(rates.size()));
  }
  return rates;
}

}  // namespace alembert::bench
