// The library's own calls on recorded numbers.
#include <optional>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "generate/program.hpp"
#include "generate/recorded_calls.hpp"

namespace alembert {

namespace {

/// Inputs are made and results are kept here while a call is recorded.
class Recorder {
 public:
  Recorder(const OpenParameters& open, ExprProgram& program, const std::vector<FrameId>& frames,
           double rounding)
      : open_(open),
        model_(open.model()),
        program_(program),
        frames_(frames),
        n_(model_.dofs()),
        rounding_(n_ * rounding),
        recording_(program.graph) {}

  VecX<Expr> input(const std::string& name, const std::string& note, int size,
                   bool shared = false) {
    VecX<Expr> x(size);
    ProgramArray array{name, note, size, 1, {}, shared};
    for (int i = 0; i < size; ++i) {
      x[i] = program_.graph.input(inputs_++);
      array.entries.push_back(x[i]);
    }
    program_.inputs.push_back(std::move(array));
    return x;
  }
  VecX<Expr> input(const std::string& name, const std::string& note) {
    return input(name, note, n_);
  }
  template <typename Matrix>
  void output(const std::string& name, const std::string& note, const Matrix& M) {
    ProgramArray array{name, note,  static_cast<int>(M.rows()),    static_cast<int>(M.cols()),
                       {},   false, Matrix::ColsAtCompileTime != 1};
    for (Eigen::Index c = 0; c < M.cols(); ++c) {
      for (Eigen::Index r = 0; r < M.rows(); ++r) array.entries.push_back(M(r, c));
    }
    program_.outputs.push_back(std::move(array));
  }

  void inverse_dynamics() {
    const VecX<Expr> q = position(), v = velocity(), a = acceleration();
    open_up();
    VecX<Expr> tau(n_);
    InverseDynamics<Expr> id(model_);
    id(q, v, a, tau);
    add_friction(v, tau);
    output("tau", "torques", tau);
  }
  void derivatives() {
    const VecX<Expr> q = position(), v = velocity(), a = acceleration();
    open_up();
    const Slopes d = slopes(q, v, a);
    output("dtau_dq", "derivatives of torques by q", d.q);
    output("dtau_dv", "by v", d.v);
    output("M", "by a: the mass matrix", d.M);
  }
  void mass_matrix() {
    const VecX<Expr> q = position(), zero = VecX<Expr>::Zero(n_);
    open_up();
    output("M", "mass matrix", slopes(q, zero, zero).M);
  }
  void forward_dynamics() {
    const VecX<Expr> q = position(), v = velocity(), tau = input("tau", "torques");
    const VecX<Expr> zero = VecX<Expr>::Zero(n_);
    open_up();
    MatX<Expr> M = slopes(q, zero, zero).M;
    factorise(M);
    output("a", "accelerations", accelerations(M, q, v, tau));
  }
  void forward_derivatives() {
    const VecX<Expr> q = position(), v = velocity(), tau = input("tau", "torques");
    const VecX<Expr> zero = VecX<Expr>::Zero(n_);
    open_up();
    MatX<Expr> factor = slopes(q, zero, zero).M;
    factorise(factor);
    const VecX<Expr> a = accelerations(factor, q, v, tau);
    const Slopes d = slopes(q, v, a);
    output("a", "accelerations", a);
    output("da_dq", "their derivatives by q", solved(factor, -d.q));
    output("da_dv", "by v", solved(factor, -d.v));
    output("da_dtau", "by tau", solved(factor, MatX<Expr>::Identity(n_, n_)));
  }
  void weighted_hessian() {
    const VecX<Expr> q = position(), v = velocity(), a = acceleration();
    const VecX<Expr> lambda = input("lambda", "weights of torques");
    open_up();
    MatX<Expr> qq(n_, n_), qv(n_, n_), vv(n_, n_), qa(n_, n_);
    WeightedHessian<Expr> hessian(model_);
    hessian(q, v, a, lambda, qq, qv, vv, qa);
    output("qq", "second derivatives of lambda . tau, by q and q", qq);
    output("qv", "by q (rows) and v (columns)", qv);
    output("vv", "by v and v", vv);
    output("qa", "by q (rows) and a (columns)", qa);
  }
  void pose() {
    const VecX<Expr> q = position();
    RecordedPoses poses(model_, q);
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const std::string suffix = frames_.size() > 1 ? "_" + std::to_string(i + 1) : "";
      const std::string& frame = model_.frame(frames_[i]).name;
      output("rotation" + suffix, "of " + frame + " in the world", poses.rotation(frames_[i]));
      output("position" + suffix, "of its origin", poses.position(frames_[i]));
    }
  }

 private:
  struct Slopes {
    MatX<Expr> q, v, M;
  };
  VecX<Expr> position() { return input("q", "coordinates"); }
  VecX<Expr> velocity() { return input("v", "their rates"); }
  VecX<Expr> acceleration() { return input("a", "and accelerations"); }

  /// After the state's arguments come those of what is open; from here on kernels know of it.
  void open_up() {
    std::vector<VecX<Expr>> values;
    for (const GeneratedParameters& array : open_.arrays()) {
      const auto size = static_cast<int>(array.entries.size());
      values.emplace_back(size);
      if (!OpenParameters::matters(array.name, program_.call)) continue;
      values.back() = input(array.name, note_of(array.name), size, true);
      if (array.name == "friction") friction_ = values.back();
    }
    if (!open_.arrays().empty()) bodies_.emplace(open_.bodies(values));
  }
  static std::string note_of(const std::string& array) {
    if (array == "base") return "base parameters of inertia, as listed above";
    if (array == "friction") return "viscous and Coulomb friction, as listed above";
    return "m, m com and tensor about the frame of what is carried, as listed above";
  }
  void add_friction(const VecX<Expr>& v, VecX<Expr>& tau) const {
    for (std::size_t i = 0; i < open_.rubbing().size(); ++i) {
      const auto& [c, ratio] = open_.rubbing()[i];
      const Expr rate = ratio * v[c];
      const auto k = static_cast<Eigen::Index>(2 * i);
      tau[c] += ratio * (friction_[k] * rate + friction_[k + 1] * sign(rate));
    }
  }

  Slopes slopes(const VecX<Expr>& q, const VecX<Expr>& v, const VecX<Expr>& a) {
    Slopes d{MatX<Expr>::Zero(n_, n_), MatX<Expr>::Zero(n_, n_), MatX<Expr>::Zero(n_, n_)};
    InverseDynamicsDerivatives<Expr> derivatives(model_);
    derivatives(q, v, a, d.q, d.v, d.M);
    for (std::size_t i = 0; i < open_.rubbing().size() && friction_.size() > 0; ++i) {
      const auto& [c, ratio] = open_.rubbing()[i];
      d.v(c, c) += ratio * ratio * friction_[2 * i];
    }
    return d;
  }
  VecX<Expr> accelerations(const MatX<Expr>& factor, const VecX<Expr>& q, const VecX<Expr>& v,
                           const VecX<Expr>& tau) {
    VecX<Expr> rest(n_);
    InverseDynamics<Expr> id(model_);
    id.bias(q, v, rest);
    add_friction(v, rest);
    return solved(factor, tau - rest);
  }

  /// M = L^T D L as in tree_cholesky.hpp: above the diagonal L^T, on it the reciprocal of D. Zeros
  /// between branches are constants and leave no trace.
  void factorise(MatX<Expr>& M) {
    const MatX<Expr> whole = M;
    for (int k = n_ - 1; k >= 0; --k) {
      program_.pivots.push_back({M(k, k), rounding_ * whole(k, k)});
      const Expr reciprocal = Expr(1.0) / M(k, k);
      for (int i = k - 1; i >= 0; --i) {
        const Expr factor = M(i, k) * reciprocal;
        for (int j = 0; j <= i; ++j) M(j, i) -= factor * M(j, k);
      }
      for (int i = 0; i < k; ++i) M(i, k) *= reciprocal;
      M(k, k) = reciprocal;
    }
  }
  MatX<Expr> solved(const MatX<Expr>& factor, const MatX<Expr>& right) {
    MatX<Expr> x = right;
    for (int k = n_ - 1; k >= 0; --k) {
      for (int i = 0; i < k; ++i) x.row(i) -= factor(i, k) * x.row(k);
    }
    for (int k = 0; k < n_; ++k) {
      x.row(k) *= factor(k, k);
      for (int i = 0; i < k; ++i) x.row(k) -= factor(i, k) * x.row(i);
    }
    return x;
  }

  const OpenParameters& open_;
  const Model& model_;
  ExprProgram& program_;
  const std::vector<FrameId>& frames_;
  int n_, inputs_ = 0;
  double rounding_;  // of n operations
  Recording recording_;
  std::optional<OpenBodies> bodies_;
  VecX<Expr> friction_;
};

}  // namespace

ExprProgram record(const Model& model, GeneratedCall call, const std::vector<FrameId>& frames) {
  return record(OpenParameters(model), call, frames);
}

ExprProgram record(const OpenParameters& open, GeneratedCall call,
                   const std::vector<FrameId>& frames, double rounding) {
  ExprProgram program;
  program.call = call;
  Recorder recorder(open, program, frames, rounding);
  static constexpr void (Recorder::*calls[])() = {&Recorder::inverse_dynamics,
                                                  &Recorder::derivatives,
                                                  &Recorder::mass_matrix,
                                                  &Recorder::forward_dynamics,
                                                  &Recorder::forward_derivatives,
                                                  &Recorder::weighted_hessian,
                                                  &Recorder::pose};
  static_assert(std::size(calls) == static_cast<std::size_t>(GeneratedCall::pose) + 1);
  (recorder.*calls[static_cast<int>(call)])();
  return program;
}

std::vector<bool> ExprProgram::needed() const {
  std::vector<bool> used(graph.nodes().size(), false);
  const auto use = [&](const Expr& x) {
    if (!x.constant()) used[x.node()] = true;
  };
  for (const ProgramArray& array : outputs) {
    for (int e = 0; e < array.size(); ++e) {
      if (array.writes(e)) use(array.entries[e]);
    }
  }
  for (const ProgramPivot& p : pivots) {
    use(p.pivot);
    use(p.floor);
  }
  for (std::size_t i = used.size(); i-- > 0;) {
    const ExprNode& n = graph.nodes()[i];
    if (!used[i] || n.op == ExprOp::input) continue;
    if (n.a >= 0) used[n.a] = true;
    if (n.b >= 0) used[n.b] = true;
  }
  return used;
}

ExprCount ExprProgram::count() const {
  const std::vector<bool> used = needed();
  ExprCount count;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    const ExprOp op = graph.nodes()[i].op;
    count.multiplications += op == ExprOp::multiply;
    count.additions += op == ExprOp::add || op == ExprOp::subtract;
    count.divisions += op == ExprOp::divide;
    count.sines += op == ExprOp::sine || op == ExprOp::cosine;
  }
  return count;
}

}  // namespace alembert
