// The algorithms between which kernel/algorithm_choice.hpp chooses, one by one on chains and trees:
// nanoseconds a state, the least of many; whether the faster one is chosen, and what a wrong choice
// loses. Then the costs that fit these times best, in the terms of algorithm_choice.cpp.
#include <Eigen/QR>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bench/robots.hpp"
#include "kernel/algorithm_choice.hpp"
#include "kernel/articulated_pass.hpp"
#include "kernel/derivative_pass.hpp"
#include "kernel/factorised_derivative_pass.hpp"
#include "kernel/forward_derivative_pass.hpp"
#include "kernel/grouped_derivative_pass.hpp"
#include "kernel/grouped_mass_matrix_pass.hpp"
#include "kernel/mass_matrix_pass.hpp"
#include "kernel/tree_cholesky.hpp"
#include "least_time.hpp"

namespace {

using namespace alembert;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double nanoseconds(const std::function<void()>& call) { return 1e9 * least_time(call, 0.1); }

/// Times of one algorithm on all robots, and what its cost is made of.
struct Fit {
  std::string name;
  std::vector<std::string> terms;
  std::vector<std::vector<double>> counts;
  std::vector<double> times;

  double add(const std::vector<double>& of, double time) {
    counts.push_back(of);
    times.push_back(time);
    return time;
  }
  /// By least squares of relative errors.
  void print() const {
    MatrixXd A(times.size(), terms.size());
    for (Eigen::Index r = 0; r < A.rows(); ++r) {
      const auto robot = static_cast<std::size_t>(r);
      for (Eigen::Index c = 0; c < A.cols(); ++c) {
        A(r, c) = counts[robot][static_cast<std::size_t>(c)] / times[robot];
      }
    }
    const VectorXd x = A.colPivHouseholderQr().solve(VectorXd::Ones(A.rows()));
    std::printf("%-22s", name.c_str());
    for (std::size_t t = 0; t < terms.size(); ++t) {
      std::printf(" %+.4g %s", x[static_cast<Eigen::Index>(t)], terms[t].c_str());
    }
    std::printf("   off by %.0f %% at most\n",
                100.0 * (A * x - VectorXd::Ones(A.rows())).cwiseAbs().maxCoeff());
  }
};

class Choices {
 public:
  void time(const std::string& robot, const Model& model) {
    const RegroupedModel regrouped(model);
    const faster::TreeShape tree(model);
    const faster::GroupShape group(regrouped);
    const int n = model.joint_count();
    std::srand(1);
    const VectorXd q = VectorXd::Random(n), v = VectorXd::Random(n), tau = VectorXd::Random(n);
    VectorXd a = tau;
    MatrixXd A = MatrixXd::Zero(n, n), B = A, C = A;
    const JointMatrix<double> to_A{A.data(), 1, n}, to_B{B.data(), 1, n}, to_C{C.data(), 1, n};
    JointSines<double> sines(static_cast<std::size_t>(n));
    const double joints = tree.joints, square = joints * joints;

    TreeCholesky cholesky(model);
    ArticulatedPass<double> articulated(model);
    MassMatrixPass<double> masses(regrouped);
    masses.run(q.data(), sines, to_A);
    compare(robot, "forward dynamics", faster::articulated_bodies(model),
            articulated_.add({joints}, nanoseconds([&] {
                               a = tau;
                               (void)articulated.solve(q.data(), sines.sines(), sines.cosines(),
                                                       a.data());
                             })),
            cholesky_.add({joints, tree.triples, square}, nanoseconds([&] {
                            a = tau;
                            masses.run_from_sines(q.data(), sines, to_A);
                            (void)cholesky.factorise_and_solve(A, a);
                          })));

    const std::vector<double> carried = {joints, group.runs, group.twisted, group.straight,
                                         group.other};
    GroupedMassMatrixPass grouped_masses(regrouped);
    compare(robot, "mass matrix", faster::grouped_mass_matrix(regrouped),
            grouped_masses_.add({group.groups, group.pairs},
                                nanoseconds([&] { grouped_masses.run(q.data(), sines, to_A); })),
            link_masses_.add(carried, nanoseconds([&] { masses.run(q.data(), sines, to_A); })));

    const Eigen::Vector3d up = -(model.base().linear().transpose() * model.gravity());
    GroupedDerivativePass grouped(regrouped, up);
    DerivativePass<double> in_link_frames(regrouped, up);
    compare(robot, "derivatives", faster::grouped_derivatives(regrouped),
            grouped_.add({group.groups, group.pairs}, nanoseconds([&] {
                           grouped.run(q.data(), v.data(), tau.data(), {to_A, to_B, to_C});
                         })),
            link_frames_.add(carried, nanoseconds([&] {
                               in_link_frames.run(q.data(), v.data(), tau.data(), to_A, to_B, to_C);
                             })));

    FactorisedDerivativePass factorised(model);
    ForwardDerivativePass<double> forward(model);
    compare(
        robot, "forward derivatives", faster::factorised_derivatives(model),
        factorised_.add(
            {joints, tree.pairs, joints * tree.pairs, square}, nanoseconds([&] {
              (void)factorised.run(q.data(), v.data(), tau.data(), a.data(), {to_A, to_B, to_C});
            })),
        forward_.add(
            {joints, square}, nanoseconds([&] {
              (void)forward.run(q.data(), v.data(), tau.data(), {}, a.data(), {to_A, to_B, to_C});
            })));
  }

  void print_fits() const {
    for (const Fit* fit : {&articulated_, &cholesky_, &grouped_masses_, &link_masses_, &grouped_,
                           &link_frames_, &factorised_, &forward_}) {
      fit->print();
    }
  }

 private:
  static void compare(const std::string& robot, const char* what, bool first_chosen, double first,
                      double second) {
    const bool right = first_chosen == (first < second);
    const double loss = std::max(first, second) / std::min(first, second) - 1.0;
    std::printf("%-10s %-20s %9.0f %9.0f   %s", robot.c_str(), what, first, second,
                first_chosen ? "first" : "second");
    if (!right) std::printf("   wrong by %.0f %%", 100.0 * loss);
    std::printf("\n");
  }

  Fit articulated_{"articulated bodies", {"joints"}, {}, {}};
  Fit cholesky_{"factor of M", {"joints", "triples", "joints^2"}, {}, {}};
  Fit grouped_masses_{"grouped mass matrix", {"groups", "pairs"}, {}, {}};
  Fit link_masses_{"in link frames", {"joints", "runs", "twisted", "straight", "other"}, {}, {}};
  Fit grouped_{"grouped derivatives", {"groups", "pairs"}, {}, {}};
  Fit link_frames_{"in link frames", {"joints", "runs", "twisted", "straight", "other"}, {}, {}};
  Fit factorised_{
      "factorised derivatives", {"joints", "pairs", "joints pairs", "joints^2"}, {}, {}};
  Fit forward_{"articulated", {"joints", "joints^2"}, {}, {}};
};

}  // namespace

int main() {
  Choices choices;
  for (const int n : {6, 7, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 48, 64, 96}) {
    choices.time("chain_" + std::to_string(n), compile(bench::general_chain(n)));
  }
  for (const int n : {8, 12, 16, 24, 32, 48, 64, 96}) {
    choices.time("tree_" + std::to_string(n), compile(bench::general_tree(n)));
  }
  choices.print_fits();
}
