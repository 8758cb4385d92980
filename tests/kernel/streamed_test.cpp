#include "kernel/streamed.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "alembert/batch.hpp"
#include "alembert/io.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::streamed_test {

TEST(Streamed, CopiesWhatItIsGivenAndNothingElse) {
  std::vector<char> from(400), to;
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<char>(i % 100 + 1);
  for (std::size_t begin = 0; begin < 64; begin += 4) {
    for (const std::size_t bytes : {0, 4, 60, 64, 68, 128, 200}) {
      to.assign(400, 0);
      streamed::copy(from.data() + 3, to.data() + begin, bytes);
      streamed::finish();
      for (std::size_t i = 0; i < to.size(); ++i) {
        const bool inside = i >= begin && i < begin + bytes;
        ASSERT_EQ(to[i], inside ? from[i - begin + 3] : 0) << begin << " " << bytes << " " << i;
      }
    }
  }
}

/// Of derivatives, both ways, and weighted Hessians, in parts that caches hold.
template <typename T>
void expect_those_of_small_batches(const Model& model, Eigen::Index part, Eigen::Index parts) {
  const Eigen::Index states = parts * part + 3, n = model.dofs();
  ASSERT_GT(static_cast<std::size_t>(states * n * n) * sizeof(T), streamed::large);
  ASSERT_LT(static_cast<std::size_t>(part * n * n) * sizeof(T), streamed::large);
  std::srand(1);
  const RowMatrix<T> q = RowMatrix<T>::Random(states, n), v = 2.0 * q, a = -3.0 * q;
  using Results = std::array<RowMatrix<T>, 11>;
  const auto results = [&](Eigen::Index rows) {
    Results all;
    all.fill(RowMatrix<T>::Constant(rows, n * n, T(7)));
    return all;
  };
  Batch<T> batch(model, 2);
  const auto compute = [&](Eigen::Index first, Eigen::Index rows, Results& to) {
    const auto of = [&](const RowMatrix<T>& x) { return x.middleRows(first, rows); };
    batch.derivatives(of(q), of(v), of(a), to[0], to[1], to[2]);
    batch.mass_matrix(of(q), to[3]);
    batch.weighted_hessians(of(q), of(v), of(a), of(v), to[4], to[5], to[6], to[7]);
    RowMatrix<T> acceleration(rows, n);
    EXPECT_TRUE(batch.forward_dynamics_derivatives(of(q), of(v), of(a), acceleration, to[8], to[9],
                                                   to[10]));
  };
  Results large = results(states), small = results(part);
  compute(0, states, large);
  for (Eigen::Index first = 0; first + part <= states; first += part) {
    compute(first, part, small);
    for (std::size_t k = 0; k < small.size(); ++k) {
      ASSERT_EQ(large[k].middleRows(first, part), small[k]) << first << " " << k;
    }
  }
}

TEST(Batches, LargeResultsAreThoseOfSmallBatches) {
  const Model model = compile(load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml"));
  expect_those_of_small_batches<double>(model, 1000, 22);
  expect_those_of_small_batches<float>(model, 1000, 44);
}

/// Lines of memory begin anywhere in their rows, which go there piece by piece or as they are made.
TEST(Batches, LargeResultsOfLongChainsAndLimbsAreThoseOfSmallBatches) {
  for (const bool chain : {true, false}) {
    Random random(6);
    const Model model = compile(random_robot(random, {.joints = 37, .chain = chain}));
    expect_those_of_small_batches<double>(model, 100, 8);
    expect_those_of_small_batches<float>(model, 100, 16);
  }
}

}  // namespace alembert::test::streamed_test
