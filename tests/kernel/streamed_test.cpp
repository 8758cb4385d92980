#include "kernel/streamed.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "alembert/batch.hpp"
#include "alembert/io.hpp"

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

TEST(Batches, LargeResultsAreThoseOfSmallBatches) {
  const Model model = compile(load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml"));
  const Eigen::Index part = 1000, states = 22 * part + 3, n = model.dofs();
  ASSERT_GT(static_cast<std::size_t>(states * n * n) * sizeof(double), streamed::large);
  std::srand(1);
  const RowMatrix<double> q = RowMatrix<double>::Random(states, n), v = 2.0 * q, a = -3.0 * q;
  RowMatrix<double> dq(states, n * n), dv = dq, M = dq;
  Batch<double> batch(model, 2);
  batch.derivatives(q, v, a, dq, dv, M);
  RowMatrix<double> small_dq(part, n * n), small_dv = small_dq, small_M = small_dq;
  for (Eigen::Index first = 0; first + part <= states; first += part) {
    batch.derivatives(q.middleRows(first, part), v.middleRows(first, part),
                      a.middleRows(first, part), small_dq, small_dv, small_M);
    ASSERT_EQ(dq.middleRows(first, part), small_dq) << first;
    ASSERT_EQ(dv.middleRows(first, part), small_dv) << first;
    ASSERT_EQ(M.middleRows(first, part), small_M) << first;
  }
}

}  // namespace alembert::test::streamed_test
