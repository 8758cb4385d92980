// Generated classes in place of the library's own: the same calls, compiled and run beside them,
// for a chain, a tree, coupled joints, a floating base and one joint.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>

#include "alembert/io.hpp"
#include "generate/compiled_code.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::wrapper_test {

/// Every call with either class; the largest difference over the largest entry. Compiled with the
/// generated code and loaded into this program, whose library it calls.
constexpr const char* comparison = R"(
#include <cmath>
#include <cstring>
#include <alembert/kinematics.hpp>

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Results {
  VectorXd x;
  MatrixXd block;
  bool ok = true;
  explicit Results(int n) : x(VectorXd::Zero(n)), block(MatrixXd::Zero(n + 1, 4 * n)) {}
  auto part(int k) { return block.block(1, k * (block.rows() - 1), block.rows() - 1, block.rows() - 1); }
};

double off(const Results& a, const Results& b) {
  const double scale = std::max({1.0, b.x.cwiseAbs().maxCoeff(), b.block.cwiseAbs().maxCoeff()});
  const double error = std::max((a.x - b.x).cwiseAbs().maxCoeff(), (a.block - b.block).cwiseAbs().maxCoeff());
  return a.ok && b.ok && std::isfinite(error) ? error / scale : INFINITY;
}

template <typename Ours, typename Library, typename Call>
double compared(const alembert::Model& model, Call call) {
  Ours ours(model);
  Library library(model);
  Results a(model.dofs()), b(model.dofs());
  call(ours, a);
  call(library, b);
  return off(a, b);
}

}  // namespace

#define COMPARE(robot)                                                                             \
  extern "C" void robot##_differences(const alembert::Model& model, double* d) {                   \
    std::srand(1);                                                                                 \
    const int n = model.dofs();                                                                    \
    const VectorXd q = VectorXd::Random(n), v = VectorXd::Random(n), a = VectorXd::Random(n),      \
                   w = VectorXd::Random(n);                                                        \
    const alembert::Load push{model.links().back().frame, {1, 2, 3}, {0.1, 0.2, 0.3}};             \
    const alembert::BaseMotion ride{{0.1, 0.2, 0.3}, {1, 2, 3}, {4, 5, 6}};                        \
    d[0] = compared<robot::InverseDynamics, alembert::InverseDynamics<>>(                          \
        model, [&](auto& f, Results& r) { f(q, v, a, r.x); });                                     \
    d[1] = compared<robot::InverseDynamics, alembert::InverseDynamics<>>(                          \
        model, [&](auto& f, Results& r) { f(q, v, a, {&push, 1}, r.x); });                         \
    d[2] = compared<robot::InverseDynamics, alembert::InverseDynamics<>>(                          \
        model, [&](auto& f, Results& r) { f.set_base_motion(ride); f(q, v, a, r.x); });            \
    d[3] = compared<robot::InverseDynamicsDerivatives, alembert::InverseDynamicsDerivatives<>>(    \
        model, [&](auto& f, Results& r) { f(q, v, a, r.part(0), r.part(1), r.part(2)); });         \
    d[4] = compared<robot::MassMatrix, alembert::MassMatrix>(                                      \
        model, [&](auto& f, Results& r) { f(q, r.part(0)); });                                     \
    d[5] = compared<robot::ForwardDynamics, alembert::ForwardDynamics>(                            \
        model, [&](auto& f, Results& r) { r.ok = f(q, v, a, r.x); });                              \
    d[6] = compared<robot::ForwardDynamicsDerivatives, alembert::ForwardDynamicsDerivatives>(      \
        model, [&](auto& f, Results& r) {                                                          \
          r.ok = f(q, v, a, r.x, r.part(0), r.part(1), r.part(2));                                 \
        });                                                                                        \
    d[7] = compared<robot::WeightedHessian, alembert::WeightedHessian<>>(                          \
        model, [&](auto& f, Results& r) {                                                          \
          f(q, v, a, w, r.part(0), r.part(1), r.part(2), r.part(3));                               \
        });                                                                                        \
    robot::Poses poses(model);                                                                     \
    alembert::Kinematics<double> kinematics(model);                                                \
    MatrixXd R(3, 3);                                                                              \
    VectorXd p(3);                                                                                 \
    poses(q, R, p);                                                                                \
    kinematics.update(q);                                                                          \
    const auto pose = kinematics.pose(model.links().back().frame);                                 \
    d[8] = std::max((R - pose.linear()).cwiseAbs().maxCoeff(),                                     \
                    (p - pose.translation()).cwiseAbs().maxCoeff());                               \
  }
)";
constexpr std::array<const char*, 9> call_names = {
    "torques",          "with a load",     "on a base that moves", "derivatives", "mass matrix",
    "forward dynamics", "its derivatives", "weighted Hessian",     "pose"};

struct Wrapped {
  std::string name;
  Model model;
};

std::vector<Wrapped> wrapped_robots() {
  Random random(31);
  const Robot coupled = random_robot(
      random, {.joints = 5,
               .types = {JointType::revolute, JointType::prismatic, JointType::helical},
               .couple = 0.6,
               .drives = true});
  const Robot tree = random_robot(random, {.joints = 6, .drives = true});
  const Robot short_arm = random_robot(random, {.joints = 2, .chain = true});
  return {{"chain", compile(load_robot(ALEMBERT_SOURCE_DIR "/models/stanford.yaml"))},
          {"floating", compile(short_arm, {.floating_base = true})},
          {"coupled", compile(coupled)},
          {"tree", compile(tree)},
          {"hinge", compile(random_robot(random, {.joints = 1}))}};
}

TEST(GeneratedClasses, StandInForTheLibrarysOwn) {
  const std::vector<Wrapped> robots = wrapped_robots();
  ASSERT_TRUE(robots[2].model.coupled());
  CompiledCode folder;
  std::string includes, functions, sources;
  for (const auto& [name, model] : robots) {
    folder.write(generate(model, {.calls = generated_calls(), .name = name}));
    includes += "#include \"" + name + "_alembert.hpp\"\n";
    functions += "COMPARE(" + name + ")\n";
    sources += " " + name + ".cpp";
  }
  folder.write("compare.cpp", includes + comparison + functions);
  const std::string compiler =
      "c++ -std=c++20 -fPIC -I'" ALEMBERT_SOURCE_DIR "/include' -isystem '" ALEMBERT_EIGEN "' ";
  ASSERT_TRUE(folder.runs(compiler + "-O0 -c compare.cpp -o compare.o"));
  for (const std::string contract : {"off", "fast"}) {
    const std::string library = "compare_" + contract + ".so";
    ASSERT_TRUE(folder.runs(compiler + (contract == "off" ? "-O0" : "-O1") + " -ffp-contract=" +
                            contract + sources + " compare.o -shared -o " + library));
    void* loaded = dlopen(folder.path(library).c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(loaded, nullptr) << dlerror();
    for (const auto& [name, model] : robots) {
      using Differences = void (*)(const Model&, double*);
      const auto differences =
          reinterpret_cast<Differences>(dlsym(loaded, (name + "_differences").c_str()));
      ASSERT_NE(differences, nullptr);
      std::array<double, call_names.size()> found{};
      differences(model, found.data());
      for (std::size_t k = 0; k < found.size(); ++k) {
        const bool divides = k == 5 || k == 6;  // by what the mass matrix's condition makes of it
        EXPECT_LT(found[k], divides ? 1e-10 : 1e-13)
            << name << ", " << call_names[k] << ", contraction " << contract;
      }
    }
    dlclose(loaded);
  }
}

}  // namespace alembert::test::wrapper_test
