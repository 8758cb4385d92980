// Which lanes there are, which of them work, and how many at once.
#include "alembert/batch.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <vector>

#include "alembert/error.hpp"
#include "alembert/kinematics.hpp"
#include "kernel/batch_lane.hpp"
#include "kernel/workers.hpp"

namespace alembert {

namespace {

/// In the order of their width.
enum class InstructionSet { baseline, avx2, avx512 };

#if defined(ALEMBERT_WIDE_BATCHES)
constexpr const char* set_names[] = {"sse2", "avx2", "avx512"};

InstructionSet widest_set() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return InstructionSet::avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return InstructionSet::avx2;
  return InstructionSet::baseline;
}
#else
#if defined(__aarch64__)
constexpr const char* set_names[] = {"neon"};
#elif defined(__AVX512F__)
constexpr const char* set_names[] = {"avx512"};
#elif defined(__AVX2__)
constexpr const char* set_names[] = {"avx2"};
#elif defined(__SSE2__)
constexpr const char* set_names[] = {"sse2"};
#else
constexpr const char* set_names[] = {"plain"};
#endif

InstructionSet widest_set() { return InstructionSet::baseline; }
#endif

/// The widest, or the one that the environment asks for.
InstructionSet chosen_set() {
  const InstructionSet widest = widest_set();
  const char* wanted = std::getenv("ALEMBERT_BATCH_SET");
  if (!wanted || !*wanted) return widest;
  std::string there;
  for (int s = 0; s <= static_cast<int>(widest); ++s) {
    if (std::string(wanted) == set_names[s]) return static_cast<InstructionSet>(s);
    there += std::string(s == 0 ? "" : ", ") + set_names[s];
  }
  throw Error(Error::Code::unsupported,
              "ALEMBERT_BATCH_SET is " + std::string(wanted) + ", which cannot run here",
              "set it to one of: " + there + ", or unset it");
}

template <typename T>
BatchLanePointer<T> make_lane(InstructionSet set, const Model& model) {
#if defined(ALEMBERT_WIDE_BATCHES)
  if (set == InstructionSet::avx512) return make_avx512_lane(model, T());
  if (set == InstructionSet::avx2) return make_avx2_lane(model, T());
#endif
  (void)set;
  return make_baseline_lane(model, T());
}

/// Nanoseconds of work that a thread takes at a time: long enough to be worth waking it for, short
/// enough that nobody waits for the last one.
constexpr double portion = 20e3;

template <typename Matrix>
void require_shape(const Matrix& matrix, const char* name, Eigen::Index rows,
                   Eigen::Index columns) {
  if (matrix.rows() == rows && matrix.cols() == columns) return;
  throw Error(Error::Code::size,
              std::string(name) + " is " + std::to_string(matrix.rows()) + " x " +
                  std::to_string(matrix.cols()),
              "give it " + std::to_string(rows) + " rows (samples) of " + std::to_string(columns) +
                  " entries");
}

}  // namespace

const char* batch_instruction_set() { return set_names[static_cast<int>(chosen_set())]; }

template <typename T>
struct Batch<T>::Workspace {
  using Lanes = std::vector<BatchLanePointer<T>>;

  Model model;
  Lanes wide, single;
  std::vector<Kinematics<double>> kinematics;
  std::vector<Eigen::VectorXd> q;  // of one state, a thread each
  std::vector<Kinematics<double>::Jacobian> jacobians;
  Workers workers;  // kept: starting threads takes longer than a small batch

  Workspace(const Model& m, int threads) : model(m), workers(threads) {
    const InstructionSet set = chosen_set();
    for (int t = 0; t < workers.count(); ++t) {
      wide.push_back(make_lane<T>(set, m));
      single.push_back(make_single_lane(m, T()));
      kinematics.emplace_back(m);
      q.emplace_back(m.dofs());
      jacobians.emplace_back(6, m.dofs());
    }
  }

  /// Of many joints the matrices of a pack of states no longer fit into the cache.
  Lanes& of_matrices() { return model.joint_count() > 80 ? single : wide; }

  /// Calls work(thread, first state) for all blocks of `width` states; a state takes about
  /// `nanoseconds`. Who is done takes the next portion; who comes late finds nothing to do.
  template <typename Work>
  void share(Eigen::Index states, Eigen::Index width, double nanoseconds, Work work) {
    const Eigen::Index blocks = (states + width - 1) / width;
    const double of_block = nanoseconds * static_cast<double>(width);
    const auto together = static_cast<Eigen::Index>(std::clamp(portion / of_block, 1.0, 1e6));
    const Eigen::Index portions = (blocks + together - 1) / together;
    const auto run = [&](int thread, Eigen::Index p) {
      for (Eigen::Index b = p * together; b < std::min((p + 1) * together, blocks); ++b) {
        work(thread, b * width);
      }
    };
    const int threads = static_cast<int>(std::min<Eigen::Index>(portions, workers.count()));
    if (threads <= 1) {
      for (Eigen::Index p = 0; p < portions; ++p) run(0, p);
      return;
    }
    std::atomic<Eigen::Index> next{0};
    workers.help(threads, [&](int thread) {
      for (Eigen::Index p = next++; p < portions; p = next++) run(thread, p);
    });
  }

  BatchLane<T>& lane(Lanes& lanes, int thread) { return *lanes[static_cast<std::size_t>(thread)]; }
};

template <typename T>
Batch<T>::Batch(const Model& model, int threads)
    : work_(std::make_unique<Workspace>(model, threads)) {}
template <typename T>
Batch<T>::Batch(Batch&&) noexcept = default;
template <typename T>
Batch<T>& Batch<T>::operator=(Batch&&) noexcept = default;
template <typename T>
Batch<T>::~Batch() = default;

template <typename T>
void Batch<T>::set_base_motion(const BaseMotion& motion) {
  for (auto* lanes : {&work_->wide, &work_->single}) {
    for (auto& lane : *lanes) lane->set_base_motion(motion);
  }
}

template <typename T>
void Batch<T>::inverse_dynamics(In q, In v, In a, Out tau) {
  inverse_dynamics(q, v, a, {}, tau);
}
template <typename T>
void Batch<T>::inverse_dynamics(In q, In v, In a, Loads loads, Out tau) {
  Workspace& work = *work_;
  const Eigen::Index samples = q.rows(), n = work.model.dofs();
  require_shape(q, "q", samples, n);
  require_shape(v, "v", samples, n);
  require_shape(a, "a", samples, n);
  require_shape(tau, "tau", samples, n);
  const double cost = 10.0 * static_cast<double>(n);
  work.share(samples, work.wide[0]->states_of_torques(), cost, [&](int t, Eigen::Index first) {
    work.lane(work.wide, t).inverse_dynamics(first, q, v, a, loads, tau);
  });
}

template <typename T>
void Batch<T>::derivatives(In q, In v, In a, Out dtau_dq, Out dtau_dv, Out mass_matrix) {
  derivatives(q, v, a, {}, dtau_dq, dtau_dv, mass_matrix);
}
template <typename T>
void Batch<T>::derivatives(In q, In v, In a, Loads loads, Out dtau_dq, Out dtau_dv,
                           Out mass_matrix) {
  Workspace& work = *work_;
  const Eigen::Index samples = q.rows(), n = work.model.dofs();
  require_shape(q, "q", samples, n);
  require_shape(v, "v", samples, n);
  require_shape(a, "a", samples, n);
  require_shape(dtau_dq, "dtau_dq", samples, n * n);
  require_shape(dtau_dv, "dtau_dv", samples, n * n);
  require_shape(mass_matrix, "mass_matrix", samples, n * n);
  auto& lanes = work.of_matrices();
  const double cost = 10.0 * static_cast<double>(n * n);
  work.share(samples, lanes[0]->states(), cost, [&](int t, Eigen::Index first) {
    work.lane(lanes, t).derivatives(first, q, v, a, loads, dtau_dq, dtau_dv, mass_matrix);
  });
}

template <typename T>
void Batch<T>::mass_matrix(In q, Out M) {
  Workspace& work = *work_;
  const Eigen::Index samples = q.rows(), n = work.model.dofs();
  require_shape(q, "q", samples, n);
  require_shape(M, "M", samples, n * n);
  auto& lanes = work.of_matrices();
  const double cost = 3.0 * static_cast<double>(n * n);
  work.share(samples, lanes[0]->states(), cost,
             [&](int t, Eigen::Index first) { work.lane(lanes, t).mass_matrix(first, q, M); });
}

template <typename T>
bool Batch<T>::forward_dynamics(In q, In v, In tau, Out a) {
  return forward_dynamics(q, v, tau, {}, a);
}
template <typename T>
bool Batch<T>::forward_dynamics(In q, In v, In tau, Loads loads, Out a) {
  Workspace& work = *work_;
  const Eigen::Index samples = q.rows(), n = work.model.dofs();
  require_shape(q, "q", samples, n);
  require_shape(v, "v", samples, n);
  require_shape(tau, "tau", samples, n);
  require_shape(a, "a", samples, n);
  std::atomic<bool> definite{true};
  const double cost = 50.0 * static_cast<double>(n);
  work.share(samples, work.wide[0]->states_of_torques(), cost, [&](int t, Eigen::Index first) {
    if (!work.lane(work.wide, t).forward_dynamics(first, q, v, tau, loads, a)) definite = false;
  });
  return definite;
}

template <typename T>
bool Batch<T>::forward_dynamics_derivatives(In q, In v, In tau, Out a, Out da_dq, Out da_dv,
                                            Out da_dtau) {
  Workspace& work = *work_;
  const Eigen::Index samples = q.rows(), n = work.model.dofs();
  require_shape(q, "q", samples, n);
  require_shape(v, "v", samples, n);
  require_shape(tau, "tau", samples, n);
  require_shape(a, "a", samples, n);
  require_shape(da_dq, "da_dq", samples, n * n);
  require_shape(da_dv, "da_dv", samples, n * n);
  require_shape(da_dtau, "da_dtau", samples, n * n);
  auto& lanes = work.of_matrices();
  std::atomic<bool> definite{true};
  const double cost = 30.0 * static_cast<double>(n * n);
  work.share(samples, lanes[0]->states(), cost, [&](int t, Eigen::Index first) {
    if (!work.lane(lanes, t).forward_derivatives(first, q, v, tau, a, da_dq, da_dv, da_dtau)) {
      definite = false;
    }
  });
  return definite;
}

template <typename T>
void Batch<T>::poses(In q, FrameId frame, Out poses) {
  Workspace& work = *work_;
  const Eigen::Index samples = q.rows(), n = work.model.dofs();
  require_shape(q, "q", samples, n);
  require_shape(poses, "poses", samples, 12);
  const double cost = 40.0 * static_cast<double>(n);
  work.share(samples, 1, cost, [&](int t, Eigen::Index k) {
    const auto thread = static_cast<std::size_t>(t);
    work.q[thread] = q.row(k).transpose().template cast<double>();
    work.kinematics[thread].update(work.q[thread]);
    const Pose<double> pose = work.kinematics[thread].pose(frame);
    Eigen::Map<Eigen::Matrix<T, 3, 4, Eigen::RowMajor>> out(poses.row(k).data());
    out.template leftCols<3>() = pose.linear().template cast<T>();
    out.template rightCols<1>() = pose.translation().template cast<T>();
  });
}

template <typename T>
void Batch<T>::jacobians(In q, FrameId frame, Out jacobians, Load::Axes axes) {
  Workspace& work = *work_;
  const Eigen::Index samples = q.rows(), n = work.model.dofs();
  require_shape(q, "q", samples, n);
  require_shape(jacobians, "jacobians", samples, 6 * n);
  const double cost = 60.0 * static_cast<double>(n);
  work.share(samples, 1, cost, [&](int t, Eigen::Index k) {
    const auto thread = static_cast<std::size_t>(t);
    work.q[thread] = q.row(k).transpose().template cast<double>();
    work.kinematics[thread].update(work.q[thread]);
    work.kinematics[thread].jacobian(frame, work.jacobians[thread], axes);
    Eigen::Map<RowMatrix<T>>(jacobians.row(k).data(), 6, n) =
        work.jacobians[thread].template cast<T>();
  });
}

template class Batch<double>;
template class Batch<float>;

}  // namespace alembert
