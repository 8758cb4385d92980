// Plots: well-formed, and honest about what cannot be drawn.
#include <gtest/gtest.h>
#include <tinyxml2.h>

#include <cmath>

#include "alembert/error.hpp"
#include "alembert/plot.hpp"

namespace alembert::testing::svg_plot_test {

Plot plot(std::vector<double> x, std::vector<double> y, bool log = false) {
  Plot p{"a < b & c", "x", "y", log, log, {}};
  p.lines.push_back({"line <1>", std::move(x), std::move(y), true});
  return p;
}

TEST(SvgPlot, IsWellFormedWhateverTheTitles) {
  for (const bool log : {false, true}) {
    const std::string text =
        svg({plot({1, 10, 30}, {2, 200, 5e5}, log), plot({1}, {1}, log)}, "h & h", "<source>");
    tinyxml2::XMLDocument document;
    EXPECT_EQ(document.Parse(text.c_str()), tinyxml2::XML_SUCCESS) << text;
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_EQ(text.find("inf"), std::string::npos);
  }
}

TEST(SvgPlot, NamesTheDecadesOfALogAxis) {
  const std::string text = svg({plot({1, 100}, {20, 30000}, true)}, "", "");
  for (const char* label : {">10<", ">100<", ">1\u2009000<", ">10\u2009000<", ">100\u2009000<"}) {
    EXPECT_NE(text.find(label), std::string::npos) << label;
  }
}

TEST(SvgPlot, DrawsAConstant) {
  const std::string text = svg({plot({0, 1}, {5, 5})}, "", "");
  EXPECT_EQ(text.find("nan"), std::string::npos);
}

TEST(SvgPlot, LevelsAreInsideTheFrame) {
  Plot limited = plot({0, 1}, {0, 1});
  limited.levels = {{5.0}, {-5.0, 0}};
  const std::string text = svg({limited}, "", "");
  EXPECT_NE(text.find("class=\"v\" stroke=\"#666\""), std::string::npos);
  EXPECT_NE(text.find("class=\"v\" stroke=\"#0072b2\""), std::string::npos);
  EXPECT_NE(text.find(">-5<"), std::string::npos);  // the axis reaches out to them
}

TEST(SvgPlot, RefusesWhatCannotBeDrawn) {
  Plot endless = plot({0, 1}, {0, 1});
  endless.levels = {{HUGE_VAL}};
  EXPECT_THROW(svg({endless}, "", ""), Error);
  EXPECT_THROW(svg({plot({1, 2}, {1})}, "", ""), Error);
  EXPECT_THROW(svg({plot({1, 2}, {1, std::nan("")})}, "", ""), Error);
  EXPECT_THROW(svg({plot({1, 2}, {0, 1}, true)}, "", ""), Error);
  EXPECT_THROW(svg({plot({}, {})}, "", ""), Error);
}

}  // namespace alembert::testing::svg_plot_test
