// Which lanes there are, which of them work, and how many at once.
#include "alembert/batch.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

#include "alembert/error.hpp"
#include "alembert/kinematics.hpp"
#include "kernel/batch_lane.hpp"
#include "kernel/streamed.hpp"
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

/// An argument by its name.
struct Named {
  const char* name;
  Eigen::Index rows, columns;

  template <typename Matrix>
  Named(const char* of, const Matrix& matrix)
      : name(of), rows(matrix.rows()), columns(matrix.cols()) {}
};

void require_shape(const Named& given, Eigen::Index rows, Eigen::Index columns) {
  if (given.rows == rows && given.columns == columns) return;
  throw Error(Error::Code::size,
              std::string(given.name) + " is " + std::to_string(given.rows) + " x " +
                  std::to_string(given.columns),
              "give it " + std::to_string(rows) + " rows (samples) of " + std::to_string(columns) +
                  " entries");
}

}  // namespace

const char* batch_instruction_set() { return set_names[static_cast<int>(chosen_set())]; }

template <typename T>
struct Batch<T>::Workspace {
  using Lane = BatchLane<T>;
  using Arguments = std::initializer_list<Named>;

  Model model;
  Eigen::Index n;
  std::vector<BatchLanePointer<T>> lanes;
  std::vector<Kinematics<double>> kinematics;
  std::vector<Eigen::VectorXd> q;  // of one state, a thread each
  std::vector<Kinematics<double>::Jacobian> jacobians;
  Workers workers;  // kept: starting threads takes longer than a small batch
  /// What a thread does first: the same states at every call, which its core's caches may hold.
  struct alignas(64) Range {
    std::atomic<Eigen::Index> next;
    Eigen::Index end;
  };
  std::unique_ptr<Range[]> ranges;
  std::vector<Eigen::Index> unanswered;

  Workspace(const Model& m, int threads)
      : model(m),
        n(m.dofs()),
        workers(threads),
        ranges(std::make_unique<Range[]>(static_cast<std::size_t>(workers.count()))) {
    const InstructionSet set = chosen_set();
    for (int t = 0; t < workers.count(); ++t) {
      lanes.push_back(make_lane<T>(set, m));
      kinematics.emplace_back(m);
      q.emplace_back(m.dofs());
      jacobians.emplace_back(6, m.dofs());
    }
  }

  /// Vectors have n columns, matrices n x n unless told otherwise, and all the rows of the first.
  Eigen::Index samples(Arguments vectors, Arguments matrices = {}, Eigen::Index columns = -1) {
    const Eigen::Index rows = vectors.begin()->rows;
    for (const Named& vector : vectors) require_shape(vector, rows, n);
    for (const Named& matrix : matrices) require_shape(matrix, rows, columns < 0 ? n * n : columns);
    return rows;
  }

  /// Notes the samples whose rows are no numbers.
  bool all_answered(bool definite, const Eigen::Ref<const RowMatrix<T>>& a) {
    unanswered.clear();
    for (Eigen::Index k = 0; !definite && k < a.rows(); ++k) {
      if (a.row(k).hasNaN()) unanswered.push_back(k);
    }
    return definite;
  }

  /// Throws Error, which threads at work could not.
  void require_frames(Loads loads) const {
    for (const Load& load : loads) model.frame(load.frame);
  }

  /// Calls work(thread, first state) for all blocks of `width` states; a state takes about
  /// `nanoseconds`. Who is done takes portions of others; who comes late finds nothing to do.
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
      streamed::finish();
    };
    // Two for each thread that is woken: it takes the caller some microseconds.
    const int threads = static_cast<int>(std::min<Eigen::Index>(portions / 2, workers.count()));
    if (threads <= 1) {
      for (Eigen::Index p = 0; p < portions; ++p) run(0, p);
      return;
    }
    for (int t = 0; t < threads; ++t) {
      ranges[t].next = portions * t / threads;
      ranges[t].end = portions * (t + 1) / threads;
    }
    workers.help(threads, [&](int thread) {
      for (int k = 0; k < threads; ++k) {
        Range& range = ranges[(thread + k) % threads];
        for (Eigen::Index p = range.next++; p < range.end; p = range.next++) run(thread, p);
      }
    });
  }

  /// Nanoseconds of a state: as many as given where two share a register, less where more do, more
  /// where loads keep them apart. A quarter does not shrink with registers.
  double cost(double of_two, Loads loads = {}) const {
    const double sharing = loads.empty() ? static_cast<double>(lanes[0]->states()) : 1.0;
    return of_two * (0.25 + 1.5 / sharing);
  }
  /// Calls work(lane, first state) for all states; `each` is the states of a lane's call.
  template <typename Work>
  void in_lanes(Eigen::Index states, Eigen::Index (Lane::*each)() const, double nanoseconds,
                Work work) {
    share(states, (*lanes[0].*each)(), nanoseconds,
          [&](int thread, Eigen::Index first) { work(*lanes[thread], first); });
  }
  template <typename Work>
  void vectors(Eigen::Index states, double nanoseconds, Work work) {
    in_lanes(states, &Lane::states_of_torques, nanoseconds * static_cast<double>(n), work);
  }
  template <typename Work>
  void matrices(Eigen::Index states, double nanoseconds, Work work) {
    in_lanes(states, &Lane::states, nanoseconds * static_cast<double>(n * n), work);
  }
  /// Calls work(thread, state) with the thread's kinematics up to date.
  template <typename Work>
  void poses(In of, double nanoseconds, Work work) {
    share(of.rows(), 1, nanoseconds * static_cast<double>(n), [&](int t, Eigen::Index k) {
      const auto thread = static_cast<std::size_t>(t);
      q[thread] = of.row(k).transpose().template cast<double>();
      kinematics[thread].update(q[thread]);
      work(thread, k);
    });
  }
};

template <typename T>
Batch<T>::Batch(const Model& model, int threads) : work_(make_owned<Workspace>(model, threads)) {}

template <typename T>
void Batch<T>::set_base_motion(const BaseMotion& motion) {
  for (auto& lane : work_->lanes) lane->set_base_motion(motion);
}

template <typename T>
void Batch<T>::inverse_dynamics(In q, In v, In a, Loads loads, Out tau) {
  work_->require_frames(loads);
  const Eigen::Index samples = work_->samples({{"q", q}, {"v", v}, {"a", a}, {"tau", tau}});
  work_->vectors(samples, work_->cost(15.0, loads), [&](BatchLane<T>& lane, Eigen::Index first) {
    lane.inverse_dynamics(first, q, v, a, loads, tau);
  });
}

template <typename T>
void Batch<T>::derivatives(In q, In v, In a, Loads loads, Out dtau_dq, Out dtau_dv,
                           Out mass_matrix) {
  work_->require_frames(loads);
  const Eigen::Index samples =
      work_->samples({{"q", q}, {"v", v}, {"a", a}},
                     {{"dtau_dq", dtau_dq}, {"dtau_dv", dtau_dv}, {"mass_matrix", mass_matrix}});
  work_->matrices(samples, work_->cost(10.0, loads), [&](BatchLane<T>& lane, Eigen::Index first) {
    lane.derivatives(first, q, v, a, loads, dtau_dq, dtau_dv, mass_matrix);
  });
}

template <typename T>
void Batch<T>::mass_matrix(In q, Out M) {
  const Eigen::Index samples = work_->samples({{"q", q}}, {{"M", M}});
  work_->matrices(samples, 3.0,
                  [&](BatchLane<T>& lane, Eigen::Index first) { lane.mass_matrix(first, q, M); });
}

template <typename T>
bool Batch<T>::forward_dynamics(In q, In v, In tau, Loads loads, Out a) {
  work_->require_frames(loads);
  const Eigen::Index samples = work_->samples({{"q", q}, {"v", v}, {"tau", tau}, {"a", a}});
  std::atomic<bool> definite{true};
  work_->vectors(samples, work_->cost(50.0, loads), [&](BatchLane<T>& lane, Eigen::Index first) {
    if (!lane.forward_dynamics(first, q, v, tau, loads, a)) definite = false;
  });
  return work_->all_answered(definite, a);
}

template <typename T>
bool Batch<T>::forward_dynamics_derivatives(In q, In v, In tau, Out a, Out da_dq, Out da_dv,
                                            Out da_dtau) {
  const Eigen::Index samples =
      work_->samples({{"q", q}, {"v", v}, {"tau", tau}, {"a", a}},
                     {{"da_dq", da_dq}, {"da_dv", da_dv}, {"da_dtau", da_dtau}});
  std::atomic<bool> definite{true};
  work_->matrices(samples, work_->cost(30.0), [&](BatchLane<T>& lane, Eigen::Index first) {
    if (!lane.forward_derivatives(first, q, v, tau, a, da_dq, da_dv, da_dtau)) definite = false;
  });
  return work_->all_answered(definite, a);
}

template <typename T>
const std::vector<Eigen::Index>& Batch<T>::unanswered() const {
  return work_->unanswered;
}

template <typename T>
void Batch<T>::weighted_hessians(In q, In v, In a, In weights, Loads loads, Out qq, Out qv, Out vv,
                                 Out qa) {
  work_->require_frames(loads);
  const Eigen::Index samples = work_->samples({{"q", q}, {"v", v}, {"a", a}, {"weights", weights}},
                                              {{"qq", qq}, {"qv", qv}, {"vv", vv}, {"qa", qa}});
  work_->matrices(samples, work_->cost(30.0), [&](BatchLane<T>& lane, Eigen::Index first) {
    lane.weighted_hessian(first, q, v, a, weights, loads, qq, qv, vv, qa);
  });
}

template <typename T>
void Batch<T>::poses(In q, FrameId frame, Out poses) {
  work_->model.frame(frame);  // or it is refused
  work_->samples({{"q", q}}, {{"poses", poses}}, 12);
  work_->poses(q, 40.0, [&](std::size_t thread, Eigen::Index k) {
    const Pose<double> pose = work_->kinematics[thread].pose(frame);
    Eigen::Map<Eigen::Matrix<T, 3, 4, Eigen::RowMajor>> out(poses.row(k).data());
    out.template leftCols<3>() = pose.linear().template cast<T>();
    out.template rightCols<1>() = pose.translation().template cast<T>();
  });
}

template <typename T>
void Batch<T>::jacobians(In q, FrameId frame, Out jacobians, Load::Axes axes) {
  work_->model.frame(frame);  // or it is refused
  const Eigen::Index n = work_->n;
  work_->samples({{"q", q}}, {{"jacobians", jacobians}}, 6 * n);
  work_->poses(q, 60.0, [&](std::size_t thread, Eigen::Index k) {
    auto& of_thread = work_->jacobians[thread];
    work_->kinematics[thread].jacobian(frame, of_thread, axes);
    Eigen::Map<RowMatrix<T>>(jacobians.row(k).data(), 6, n) = of_thread.template cast<T>();
  });
}

template class Batch<double>;
template class Batch<float>;

}  // namespace alembert
