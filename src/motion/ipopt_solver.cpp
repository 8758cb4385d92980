#include "motion/ipopt_solver.hpp"

#include <coin/IpIpoptApplication.hpp>
#include <coin/IpIpoptData.hpp>
#include <coin/IpTNLP.hpp>
#include <exception>
#include <mutex>

namespace alembert {
namespace {

using Ipopt::Index;
using Ipopt::Number;
using ConstMap = Eigen::Map<const Eigen::VectorXd>;
using Map = Eigen::Map<Eigen::VectorXd>;

/// Where the barrier begins, and how far inside its bounds, when the start is nearly an answer.
constexpr double warm_barrier = 1e-4;
/// The same without multipliers: a low barrier, and room to grow them in.
constexpr double near_barrier = 1e-6, near_push = 1e-4;

/// Ipopt's view of an Nlp.
class Adapter : public Ipopt::TNLP {
 public:
  Adapter(Nlp& nlp, const NlpPoint& start, const NlpOptions& options)
      : nlp_(nlp),
        start_(start),
        options_(options),
        n_(nlp.variable_count()),
        m_(nlp.constraint_count()) {
    result.point = start;
    result.method = SolverMethod::ipopt;
  }

  NlpResult result;
  /// What the program or the listener threw: Ipopt would swallow it. Nothing is asked after it.
  std::exception_ptr failure;

  bool get_nlp_info(Index& n, Index& m, Index& jacobian, Index& hessian,
                    IndexStyleEnum& style) override {
    n = n_;
    m = m_;
    jacobian = nlp_.jacobian_pattern().size();
    hessian = nlp_.hessian_pattern().size();
    style = C_STYLE;
    return true;
  }

  bool get_bounds_info(Index, Number* x_l, Number* x_u, Index, Number* g_l, Number* g_u) override {
    const NlpBounds& bounds = nlp_.bounds();
    Map(x_l, n_) = bounds.x_lower;
    Map(x_u, n_) = bounds.x_upper;
    Map(g_l, m_) = bounds.g_lower;
    Map(g_u, m_) = bounds.g_upper;
    return true;
  }

  bool get_starting_point(Index, bool, Number* x, bool want_z, Number* z_l, Number* z_u, Index,
                          bool want_lambda, Number* lambda) override {
    Map(x, n_) = start_.x;
    if (want_z) {
      Map(z_l, n_) = start_.lower_multipliers;
      Map(z_u, n_) = start_.upper_multipliers;
    }
    if (want_lambda) Map(lambda, m_) = start_.multipliers;
    return true;
  }

  bool eval_f(Index, const Number* x, bool, Number& value) override {
    return carried([&] {
      value = nlp_.objective(ConstMap(x, n_));
      return std::isfinite(value);
    });
  }
  bool eval_grad_f(Index, const Number* x, bool, Number* out) override {
    return carried([&] { nlp_.gradient(ConstMap(x, n_), Map(out, n_)); });
  }
  bool eval_g(Index, const Number* x, bool, Index, Number* out) override {
    return carried([&] {
      nlp_.constraints(ConstMap(x, n_), Map(out, m_));
      return Map(out, m_).allFinite();
    });
  }
  bool eval_jac_g(Index, const Number* x, bool, Index, Index count, Index* rows, Index* columns,
                  Number* values) override {
    if (values == nullptr) {
      std::copy_n(nlp_.jacobian_pattern().rows.data(), count, rows);
      std::copy_n(nlp_.jacobian_pattern().columns.data(), count, columns);
      return true;
    }
    return carried([&] { nlp_.jacobian(ConstMap(x, n_), Map(values, count)); });
  }
  bool eval_h(Index, const Number* x, bool, Number factor, Index, const Number* lambda, bool,
              Index count, Index* rows, Index* columns, Number* values) override {
    if (values == nullptr) {
      std::copy_n(nlp_.hessian_pattern().rows.data(), count, rows);
      std::copy_n(nlp_.hessian_pattern().columns.data(), count, columns);
      return true;
    }
    return carried(
        [&] { nlp_.hessian(ConstMap(x, n_), factor, ConstMap(lambda, m_), Map(values, count)); });
  }

  bool intermediate_callback(Ipopt::AlgorithmMode, Index iteration, Number objective,
                             Number violation, Number, Number, Number, Number, Number, Number,
                             Index, const Ipopt::IpoptData*,
                             Ipopt::IpoptCalculatedQuantities*) override {
    result.iterations = iteration;
    return carried([&] {
      return !options_.on_iteration || options_.on_iteration({iteration, objective, violation});
    });
  }

  void finalize_solution(Ipopt::SolverReturn status, Index, const Number* x, const Number* z_l,
                         const Number* z_u, Index, const Number*, const Number* lambda,
                         Number objective, const Ipopt::IpoptData*,
                         Ipopt::IpoptCalculatedQuantities*) override {
    result.point = {ConstMap(x, n_), ConstMap(lambda, m_), ConstMap(z_l, n_), ConstMap(z_u, n_)};
    result.objective = objective;
    result.status = status_of(status);
  }

 private:
  /// False where it cannot be answered: Ipopt ends then.
  template <typename Call>
  bool carried(Call call) {
    if (failure) return false;
    try {
      if constexpr (!std::is_void_v<decltype(call())>) return call();
      call();
      return true;
    } catch (...) {
      failure = std::current_exception();
      return false;
    }
  }

  static NlpResult::Status status_of(Ipopt::SolverReturn status) {
    switch (status) {
      case Ipopt::SUCCESS:
        return NlpResult::Status::solved;
      case Ipopt::STOP_AT_ACCEPTABLE_POINT:
        return NlpResult::Status::acceptable;
      case Ipopt::LOCAL_INFEASIBILITY:
        return NlpResult::Status::infeasible;
      case Ipopt::MAXITER_EXCEEDED:
      case Ipopt::CPUTIME_EXCEEDED:
        return NlpResult::Status::iteration_limit;
      case Ipopt::USER_REQUESTED_STOP:
        return NlpResult::Status::interrupted;
      default:
        return NlpResult::Status::failed;
    }
  }

  Nlp& nlp_;
  const NlpPoint& start_;
  const NlpOptions& options_;
  int n_, m_;
};

}  // namespace

bool ipopt_is_there() { return true; }

NlpResult solve_with_ipopt(Nlp& nlp, const NlpPoint& from, NlpStart start,
                           const NlpOptions& options) {
  // MUMPS, below Ipopt, keeps state of its own that threads would share.
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  Ipopt::SmartPtr<Ipopt::IpoptApplication> app = new Ipopt::IpoptApplication(false);
  auto set = app->Options();
  set->SetIntegerValue("print_level", 0);
  set->SetStringValue("sb", "yes");
  set->SetStringValue("linear_solver", "mumps");
  set->SetIntegerValue("max_iter", options.max_iterations);
  set->SetNumericValue("tol", options.tolerance);
  set->SetNumericValue("constr_viol_tol", std::max(1e-6, options.tolerance));
  set->SetNumericValue("compl_inf_tol", std::max(1e-6, options.tolerance));
  set->SetNumericValue("bound_relax_factor", 0.0);
  // Small problems spend their time in fixed costs of the linear solver: a barrier that falls fast
  // and no second back substitution to check the first.
  set->SetStringValue("mu_strategy", "monotone");
  set->SetNumericValue("barrier_tol_factor", 100.0);
  set->SetNumericValue("mu_linear_decrease_factor", 0.05);
  set->SetNumericValue("mu_superlinear_decrease_power", 1.8);
  set->SetStringValue("fast_step_computation", "yes");
  set->SetIntegerValue("min_refinement_steps", 0);
  if (start == NlpStart::near) {
    set->SetNumericValue("mu_init", near_barrier);
    set->SetStringValue("bound_mult_init_method", "mu-based");
    for (const char* push : {"bound_push", "bound_frac", "slack_bound_push", "slack_bound_frac"}) {
      set->SetNumericValue(push, near_push);
    }
  }
  if (start == NlpStart::warm || start == NlpStart::warm_exact || start == NlpStart::centred) {
    const double barrier = start == NlpStart::warm_exact ? near_barrier : warm_barrier;
    set->SetStringValue("warm_start_init_point", "yes");
    set->SetNumericValue("mu_init", barrier);
    for (const char* push :
         {"warm_start_bound_push", "warm_start_bound_frac", "warm_start_slack_bound_push",
          "warm_start_slack_bound_frac", "warm_start_mult_bound_push"}) {
      set->SetNumericValue(push, barrier);
    }
  }
  Ipopt::SmartPtr<Adapter> adapter = new Adapter(nlp, from, options);
  if (app->Initialize("") != Ipopt::Solve_Succeeded) return adapter->result;
  app->OptimizeTNLP(Ipopt::SmartPtr<Ipopt::TNLP>(GetRawPtr(adapter)));
  if (adapter->failure) std::rethrow_exception(adapter->failure);
  return adapter->result;
}

}  // namespace alembert
