// The work of one thread of a batch, behind one virtual call for every block of states: it is
// compiled several times, each time for other registers, and which of them runs is decided when the
// program does.
//
// What is compiled for wider registers must not be found by anything else. A file compiled with
// -mavx512f has copies of every inline function and template that it uses (Eigen's, the standard
// library's, ours); linkers keep one copy of each name, whichever comes first, and a program on an
// older processor would die in a vector's destructor. So these files are compiled with -fno-weak,
// which makes all such copies local to their file, and only the functions below leave them, and
// passes by groups of joints, whose names say for which registers they are (pack.hpp). What they
// share with others (Model, RegroupedModel, Eigen's matrices) is laid out alike: Eigen is told
// the alignments of the baseline (src/CMakeLists.txt).
#pragma once

#include <Eigen/Core>
#include <memory>

#include "alembert/batch.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"

namespace alembert {

/// Results may go past the caches: streamed::finish() must follow.
template <typename T>
class BatchLane {
 public:
  using In = const Eigen::Ref<const RowMatrix<T>>&;
  using Out = Eigen::Ref<RowMatrix<T>>&;
  using Index = Eigen::Index;

  virtual ~BatchLane() = default;

  /// States that a call takes, from `first` on; of torques and accelerations more.
  virtual Index states() const = 0;
  virtual Index states_of_torques() const { return states(); }

  virtual void set_base_motion(const BaseMotion& motion) = 0;

  virtual void inverse_dynamics(Index first, In q, In v, In a, Loads loads, Out tau) = 0;
  virtual void derivatives(Index first, In q, In v, In a, Loads loads, Out dq, Out dv, Out M) = 0;
  virtual void mass_matrix(Index first, In q, Out M) = 0;
  /// False where in some state some coordinate moves no mass: its results are not numbers.
  virtual bool forward_dynamics(Index first, In q, In v, In tau, Loads loads, Out a) = 0;
  virtual bool forward_derivatives(Index first, In q, In v, In tau, Out a, Out dq, Out dv,
                                   Out dtau) = 0;
  virtual void weighted_hessian(Index first, In q, In v, In a, In weights, Loads loads, Out qq,
                                Out qv, Out vv, Out qa) = 0;
};

template <typename T>
using BatchLanePointer = std::unique_ptr<BatchLane<T>>;

// One of each set; the number says which precision.
BatchLanePointer<double> make_baseline_lane(const Model& model, double);
BatchLanePointer<float> make_baseline_lane(const Model& model, float);
BatchLanePointer<double> make_avx2_lane(const Model& model, double);
BatchLanePointer<float> make_avx2_lane(const Model& model, float);
BatchLanePointer<double> make_avx512_lane(const Model& model, double);
BatchLanePointer<float> make_avx512_lane(const Model& model, float);
/// One state at a time, as users call the library: whatever registers cannot.
BatchLanePointer<double> make_single_lane(const Model& model, double);
BatchLanePointer<float> make_single_lane(const Model& model, float);

}  // namespace alembert
