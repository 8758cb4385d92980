// Dynamics by looking up: the tabular methods, which trade memory for arithmetic.
//
//   configuration_space  G, J and C of F_i = G_i + sum_j J_ij a_j + sum_jk C_ijk v_j v_k over q
//   raibert              J over q and K over q and v, of F = J(q) a + K(q, v)
//   albus                F itself over q, v and a
//
//   DynamicsTable table(model, TableMethod::configuration_space, {.nodes = 17});
//   table(q, v, a, tau);           // false outside the table
//   table.measure_error(1000);     // against InverseDynamics, between the nodes
//   table.save("arm.table");
//
// Tables hold the rigid links and gravity. Friction, rotors and springs, which cost next to nothing
// and may jump, are added exactly. Equations and sizes: docs/equations/tables.md
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/op_count.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

enum class TableMethod { configuration_space, raibert, albus };
enum class Interpolation {
  linear,  ///< error of second order in the spacing
  cubic,   ///< cubic convolution: smooth, third order
};

const char* to_string(TableMethod method);
/// Throws Error listing the names there are.
TableMethod table_method(const std::string& name);
const std::vector<std::string>& table_method_names();

/// The tabulated terms at one q. C[i](j, k) = C[i](k, j).
template <typename S = double>
struct ConfigurationTerms {
  explicit ConfigurationTerms(int n);

  VecX<S> G;               ///< gravity, N m or N
  MatX<S> J;               ///< the mass matrix
  std::vector<MatX<S>> C;  ///< one matrix a torque
};

/// Horn and Raibert's sum, term by term as Hollerbach 1980 prints and counts it:
/// 2n^3 + n^2 multiplications, n^3 + n^2 + 2n additions.
template <typename S>
void configuration_space_forces(const ConfigurationTerms<S>& terms, VecIn<S> v, VecIn<S> a,
                                VecOut<S> tau);

/// The terms of the rigid links and gravity, not interpolated.
ConfigurationTerms<double> configuration_terms(const Model& model, const Eigen::VectorXd& q);

struct TableOptions {
  int nodes = 9;               ///< along each position
  int velocity_nodes = 0;      ///< 0: as many
  int acceleration_nodes = 2;  ///< torques are linear in the acceleration: two are exact
  /// Velocities and accelerations reach from -x to x; a robot's own limit goes before.
  double velocity = 3.0, acceleration = 10.0;
  struct Range {
    double lower, upper;
  };
  std::optional<Range> unlimited =
      std::nullopt;           ///< for coordinates without limits that are no full turn
  double memory_limit = 0.0;  ///< bytes; 0: half of the machine's memory
  int threads = 0;            ///< 0: all there are
  /// Told the share that is filled, 0 to 1, on the thread that asked; may throw to give up.
  std::function<void(double)> progress = nullptr;
};

/// One dimension of a table.
struct TableAxis {
  double lower = 0.0, upper = 0.0;
  int nodes = 0;          ///< 0: not tabulated; 1: does not matter
  bool periodic = false;  ///< a full turn: `upper` is `lower` again and has no node of its own

  double node(int i) const;  ///< 0 <= i < nodes
};

struct TableError {
  double largest = 0.0;         ///< N m or N
  double rms = 0.0;             ///< N m or N
  double largest_torque = 0.0;  ///< among the states looked at, for comparison
};

/// Copies share the entries; each copy serves one thread. Calls do not allocate.
class DynamicsTable {
 public:
  /// Throws Error if it would not fit, naming the size it needs.
  DynamicsTable(const Model& model, TableMethod method, const TableOptions& options = {});
  DynamicsTable(const DynamicsTable& other);
  DynamicsTable& operator=(const DynamicsTable& other);
  DynamicsTable(DynamicsTable&&) noexcept;
  DynamicsTable& operator=(DynamicsTable&&) noexcept;
  ~DynamicsTable();

  /// False, and tau not a number, outside the table.
  [[nodiscard]] bool operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a,
                                VecOut<double> tau);

  Interpolation interpolation() const;  ///< of this copy
  /// Throws Error where cubic interpolation would read millions of entries.
  void set_interpolation(Interpolation interpolation);

  const Model& model() const;
  TableMethod method() const;  ///< what is tabulated
  /// Of q, then v, then a.
  const std::vector<TableAxis>& axes() const;
  double bytes() const;  ///< of its entries, which copies share
  /// What a table would need, without making it.
  static double bytes_needed(const Model& model, TableMethod method,
                             const TableOptions& options = {});

  /// At random states within the axes, always the same.
  TableError measure_error(int samples = 1000) const;

  /// Appears whole or not at all.
  void save(const std::string& path) const;
  /// Throws Error if the file is damaged or belongs to another robot.
  static DynamicsTable load(const std::string& path, const Model& model);

 private:
  struct Entries;
  struct Workspace;
  DynamicsTable(const Model& model, std::shared_ptr<const Entries> entries);

  std::shared_ptr<const Entries> entries_;
  std::unique_ptr<Workspace> work_;
};

}  // namespace alembert
