#include "simulate/integrator.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "alembert/error.hpp"

namespace alembert {
namespace {

void require(int flag, const char* call) {
  if (flag < 0) {
    throw Error(Error::Code::unsupported, std::string("the integrator refused ") + call,
                "give tolerances that are not negative; anything else is a fault of the program");
  }
}

}  // namespace

struct Integrator::Workspace {
  RightSide f;
  IntegratorOptions options;
  Eigen::VectorXd y, slope;
  double t = 0.0;
  long steps_before = 0;
  bool begun = false;
  std::exception_ptr thrown;  // by the checkpoint: CVODE, which is C, must not see it
  SUNContext context = nullptr;
  N_Vector vector = nullptr;
  SUNNonlinearSolver solver = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  void* memory = nullptr;

  Workspace(int size, RightSide right_side, const IntegratorOptions& with)
      : f(std::move(right_side)), options(with), y(size), slope(size) {
    require(SUNContext_Create(nullptr, &context), "a context");
    vector = N_VMake_Serial(size, y.data(), context);
    // Most torques are smooth and not stiff: Adams with a functional iteration needs no matrix.
    memory = CVodeCreate(options.stiff ? CV_BDF : CV_ADAMS, context);
    require(CVodeInit(memory, &Workspace::evaluate, 0.0, vector), "its equation");
    require(CVodeSStolerances(memory, options.relative_tolerance, options.absolute_tolerance),
            "its tolerances");
    require(CVodeSetUserData(memory, this), "its data");
    require(CVodeSetMaxNumSteps(memory, options.max_steps), "its step limit");
    require(CVodeSetErrHandlerFn(memory, &Workspace::stay_quiet, nullptr), "silence");
    if (options.stiff) {
      matrix = SUNDenseMatrix(size, size, context);
      linear = SUNLinSol_Dense(vector, matrix, context);
      require(CVodeSetLinearSolver(memory, linear, matrix), "its solver");
    } else {
      solver = SUNNonlinSol_FixedPoint(vector, 0, context);
      require(CVodeSetNonlinearSolver(memory, solver), "its solver");
    }
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() {
    CVodeFree(&memory);
    if (solver != nullptr) SUNNonlinSolFree(solver);
    if (linear != nullptr) SUNLinSolFree(linear);
    if (matrix != nullptr) SUNMatDestroy(matrix);
    N_VDestroy(vector);
    SUNContext_Free(&context);
  }

  static int evaluate(realtype t, N_Vector y, N_Vector out, void* data) {
    auto* self = static_cast<Workspace*>(data);
    if (!self->goes_on()) return -1;
    const Eigen::Index size = self->slope.size();
    const Eigen::VectorXd state = Eigen::Map<const Eigen::VectorXd>(N_VGetArrayPointer(y), size);
    if (!self->f(t, state, self->slope)) return 1;
    Eigen::Map<Eigen::VectorXd>(N_VGetArrayPointer(out), size) = self->slope;
    return self->slope.allFinite() ? 0 : 1;
  }
  bool goes_on() {
    if (thrown) return false;  // CVODE may ask once more for a shorter step
    if (!options.checkpoint) return true;
    try {
      options.checkpoint();
    } catch (...) {
      thrown = std::current_exception();
    }
    return !thrown;
  }
  static void stay_quiet(int, const char*, const char*, char*, void*) {}
};

Integrator::Integrator(int size, RightSide f, const IntegratorOptions& options)
    : work_(make_owned<Workspace>(size, std::move(f), options)) {}

void Integrator::start(double t, const Eigen::VectorXd& y) {
  work_->steps_before = steps();
  work_->y = y;
  work_->t = t;
  work_->begun = true;
  require(CVodeReInit(work_->memory, t, work_->vector), "a new start");
}

bool Integrator::advance(double t) {
  // CVODE refuses steps of a few rounding errors, and nothing happens in them.
  if (t - work_->t <= 1e-13 * std::max(1.0, std::abs(t))) return true;
  if (CVodeSetStopTime(work_->memory, t) < 0) return false;
  const int flag = CVode(work_->memory, t, work_->vector, &work_->t, CV_NORMAL);
  if (work_->thrown) std::rethrow_exception(std::exchange(work_->thrown, nullptr));
  return flag >= 0;
}

double Integrator::time() const { return work_->t; }
const Eigen::VectorXd& Integrator::state() const { return work_->y; }

long Integrator::steps() const {
  long now = 0;
  if (work_->begun) CVodeGetNumSteps(work_->memory, &now);
  return work_->steps_before + now;
}

}  // namespace alembert
