// Pages of arms that bend: what the page needs to place every frame is in them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "alembert/flexible_equations.hpp"
#include "alembert/io.hpp"
#include "alembert/page.hpp"

namespace alembert::testing::page_bending_test {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Bends in both planes and twists.
Robot bending_arm() {
  Robot robot = load_robot(ALEMBERT_SOURCE_DIR "/models/flexible_two_link.yaml");
  for (Link& link : robot.links) {
    if (!link.flexible) continue;
    FlexibleLink more = *link.flexible;
    more.bending_z = more.torsion = 1;
    link.flexible = std::make_shared<const FlexibleLink>(more);
  }
  return robot;
}

/// Any coordinates will do: the page only draws them.
PageBending swinging(const Robot& robot) {
  PageBending shown{robot, compile_flexible(robot), {}, 1.0};
  const FlexibleModel& model = shown.model;
  for (int i = 0; i <= 100; ++i) {
    FlexibleSample sample;
    sample.t = 0.02 * i;
    sample.z = Eigen::VectorXd(model.size());
    for (int k = 0; k < model.size(); ++k) {
      sample.z[k] = (k < model.joints ? 1.0 : 0.02) * std::sin((1.0 + 0.3 * k) * sample.t + k);
    }
    sample.v = Eigen::VectorXd::Zero(model.size());
    sample.tau = Eigen::VectorXd::Zero(model.joints);
    sample.tips = Eigen::MatrixXd::Zero(3, 2);
    shown.run.samples.push_back(sample);
  }
  for (const char* link : {"upper", "lower"})
    shown.run.tips.push_back({link, 0.8, 0.02, 0.5, 0.01});
  shown.run.end = 2.0;
  return shown;
}

Json bent_places(const PageBending& shown) {
  FlexibleEquations<double> arm(shown.model);
  Json out = Json::array();
  for (const std::size_t i : {0u, 37u, 100u}) {
    const FlexibleSample& sample = shown.run.samples[i];
    Json frames = Json::object();
    for (const char* name : {"lower", "tool"}) {
      const Eigen::Vector3d p = arm.pose(sample.z, shown.model.place(name)).col(0);
      frames[name] = {p[0], p[1], p[2]};
    }
    out.push_back({{"t", sample.t}, {"frames", frames}});
  }
  return out;
}

/// For viewer/test/run.mjs, which looks at it with a browser.
TEST(Page, OfABendingArmIsWrittenForTheBrowser) {
  const PageBending shown = swinging(bending_arm());
  const std::string html = bending_html(shown, {"alembert test", "alembert simulate x"});
  EXPECT_NE(html.find("\"page\":\"bending\""), std::string::npos);
  EXPECT_NE(html.find("\"lower.torsion.1\""), std::string::npos);
  if (const char* folder = std::getenv("ALEMBERT_PAGES")) {
    std::ofstream(fs::path(folder) / "bending.html") << html;
    std::ofstream(fs::path(folder) / "bending.json") << bent_places(shown).dump();
  }
}

}  // namespace alembert::testing::page_bending_test
