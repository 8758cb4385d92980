// A thousand states in one call, on all cores.
#include <alembert/alembert.hpp>
#include <iostream>

int main() try {
  using Rows = alembert::RowMatrix<double>;
  const auto model = alembert::compile(alembert::load_robot("models/seven_axis.yaml"));
  const int N = 1000, n = model.dofs();
  const Rows q = Rows::Random(N, n), v = Rows::Random(N, n), a = Rows::Random(N, n);
  Rows tau(N, n), again(N, n), M(N, n * n), poses(N, 12);

  alembert::Batch batch(model);          // all cores; Batch<float> batch(model, 1): one thread
  batch.inverse_dynamics(q, v, a, tau);  // a row a state
  batch.mass_matrix(q, M);               // a matrix a row, row by row
  batch.poses(q, model.frame("flange"), poses);  // 3 x 4: rotation and, behind it, position
  if (!batch.forward_dynamics(q, v, tau, again)) return 1;  // a coordinate that moves no mass

  const double error = (again - a).cwiseAbs().maxCoeff();
  std::cout << N << " states on " << alembert::batch_instruction_set()
            << ", accelerations found again to " << error << '\n';
  return error < 1e-9 ? 0 : 1;
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
