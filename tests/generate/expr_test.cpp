// What the recording scalar keeps of what is done to it.
#include "generate/expr.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "generate/program.hpp"

namespace alembert::expr_test {

class RecordedExpr : public ::testing::Test {
 protected:
  ExprGraph graph;
  Recording recording{graph};
  Expr x = graph.input(0), y = graph.input(1);

  double at(const Expr& e, double of_x, double of_y) const {
    if (e.constant()) return e.value();
    const double value = graph.evaluate({of_x, of_y})[static_cast<std::size_t>(e.node())];
    return e.negative() ? -value : value;
  }
  std::size_t operations(const Expr& e) const {
    ExprProgram program;
    program.graph = graph;
    program.outputs.push_back({"out", "", 1, 1, {e}});
    const ExprCount count = program.count();
    return static_cast<std::size_t>(count.multiplications + count.additions + count.divisions);
  }
};

TEST_F(RecordedExpr, FoldsConstants) {
  EXPECT_TRUE((x * 0.0).constant());
  EXPECT_EQ(x * 1.0, x);
  EXPECT_EQ(x + 0.0, x);
  EXPECT_EQ(2.0 * (3.0 * x), 6.0 * x);
  EXPECT_EQ(2.0 * x + 3.0 * x, 5.0 * x);
  EXPECT_EQ((x + 0.25) + 0.5, x + 0.75);
  EXPECT_EQ((x + 0.3) - x, Expr(0.3));
  EXPECT_EQ((x - 0.3) - x, Expr(-0.3));
  EXPECT_EQ(x - x, Expr(0.0));
}

TEST_F(RecordedExpr, RecordsEqualPartsOnce) {
  EXPECT_EQ(x * y, y * x);
  EXPECT_EQ(x + y, y + x);
  EXPECT_EQ(operations((x + y) * (y + x)), 2u);
}

TEST_F(RecordedExpr, MovesSignsToWhereTheyCostNothing) {
  EXPECT_EQ(x - y, -(y - x));
  EXPECT_EQ(-x - y, -(x + y));
  EXPECT_EQ(-x * y, -(x * y));
  EXPECT_EQ(-x * -y, x * y);
  EXPECT_EQ(sin(-x), -sin(x));
  EXPECT_EQ(cos(-x), cos(x));
  EXPECT_EQ(operations((x - y) * (y - x)), 2u);
  EXPECT_DOUBLE_EQ(at(-x - (y - x * y), 2.0, 3.0), -2.0 - (3.0 - 6.0));
}

TEST_F(RecordedExpr, TakesQuarterTurnsOutOfAngles) {
  const double quarter = std::numbers::pi / 2;
  EXPECT_EQ(sin(x + quarter), cos(x));
  EXPECT_EQ(cos(x + quarter), -sin(x));
  EXPECT_EQ(sin(x - quarter), -cos(x));
  EXPECT_EQ(cos(x - quarter), sin(x));
  EXPECT_EQ(sin(x + 2 * quarter), -sin(x));
  EXPECT_EQ(sin(-x + quarter), cos(x));
  EXPECT_EQ(cos(quarter - x), sin(x));
  EXPECT_NE(sin(x + 0.99 * quarter), cos(x));
  for (int k = -3; k <= 3; ++k) {
    EXPECT_NEAR(at(sin(x + k * quarter), 0.7, 0), std::sin(0.7 + k * quarter), 1e-15) << k;
    EXPECT_NEAR(at(cos(-x + k * quarter), 0.7, 0), std::cos(-0.7 + k * quarter), 1e-15) << k;
  }
}

TEST_F(RecordedExpr, CountsWhatResultsNeedAlone) {
  const Expr used = x * y + x;
  const Expr unused = x / y;
  EXPECT_FALSE(unused.constant());
  EXPECT_EQ(operations(used), 2u);
}

}  // namespace alembert::expr_test
