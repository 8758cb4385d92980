// Real robots against numbers computed by another library. The files lie beside the repository,
// not in it: where they are absent the tests say so and are skipped.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/compare.hpp"

namespace alembert::test::shared_reference_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using nlohmann::json;

const std::filesystem::path shared = std::filesystem::path(ALEMBERT_SOURCE_DIR) / ".." / "shared";

/// The model's coordinates for each of the reference's joints.
std::vector<int> order_of(const Model& model, const json& reference) {
  std::vector<int> order;
  for (const json& name : reference["joints"]) order.push_back(model.coordinate(name));
  return order;
}

VectorXd vector_in(const json& values, const std::vector<int>& order) {
  VectorXd x(static_cast<int>(order.size()));
  for (std::size_t k = 0; k < order.size(); ++k) x[order[k]] = values[k];
  return x;
}

MatrixXd matrix_in(const json& rows) {
  MatrixXd A(static_cast<int>(rows.size()), static_cast<int>(rows[0].size()));
  for (int i = 0; i < A.rows(); ++i) {
    for (int j = 0; j < A.cols(); ++j) {
      A(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
  }
  return A;
}

/// Rows and columns of a result in the reference's order.
MatrixXd sorted(const MatrixXd& A, const std::vector<int>& order) { return A(order, order); }

class SharedReference : public ::testing::TestWithParam<const char*> {};

TEST_P(SharedReference, TorquesDerivativesMassMatrixAndPoseAreEqual) {
  const std::string name = GetParam();
  const auto robot_file = shared / "robots" / (name + ".urdf");
  const auto reference_file = shared / "reference" / (name + ".json");
  if (!std::filesystem::exists(robot_file) || !std::filesystem::exists(reference_file)) {
    GTEST_SKIP()
        << "real robots are not beside this checkout (../shared); ProjectRobots ran instead";
  }
  const json reference = json::parse(std::ifstream(reference_file));
  const Model model = compile(load_robot(robot_file.string()), {.ideal = true});
  ASSERT_EQ(model.dofs(), static_cast<int>(reference["joints"].size()));
  EXPECT_EQ(model.joint_count() - model.dofs(), reference["mimic_joints"].get<int>());
  const std::vector<int> order = order_of(model, reference);
  InverseDynamics id(model);
  MassMatrix mass_matrix(model);
  Kinematics kinematics(model);
  InverseDynamicsDerivatives derivatives(model);
  ASSERT_FALSE(reference["samples"].empty());
  for (const json& sample : reference["samples"]) {
    const VectorXd q = vector_in(sample["q"], order);
    VectorXd tau(model.dofs());
    id(q, vector_in(sample["v"], order), vector_in(sample["a"], order), tau);
    EXPECT_LT(relative_difference(tau, vector_in(sample["tau"], order)), 1e-10);

    MatrixXd M(model.dofs(), model.dofs());
    mass_matrix(q, M);
    EXPECT_LT(relative_difference(sorted(M, order), matrix_in(sample["mass_matrix"])), 1e-10);

    MatrixXd dq(model.dofs(), model.dofs()), dv(dq), by_a(dq);
    derivatives(q, vector_in(sample["v"], order), vector_in(sample["a"], order), dq, dv, by_a);
    EXPECT_LT(relative_difference(sorted(dq, order), matrix_in(sample["dtau_dq"])), 1e-9);
    EXPECT_LT(relative_difference(sorted(dv, order), matrix_in(sample["dtau_dv"])), 1e-9);
    EXPECT_LT(relative_difference(sorted(by_a, order), matrix_in(sample["mass_matrix"])), 1e-9);

    kinematics.update(q);
    const Eigen::Isometry3d pose = kinematics.pose(model.frame(sample["frame"].get<std::string>()));
    EXPECT_LT(relative_difference(pose.matrix(), matrix_in(sample["pose"])), 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, SharedReference,
                         ::testing::Values("anymal_c", "double_pendulum", "kinova", "panda",
                                           "talos", "ur5"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace alembert::test::shared_reference_test
