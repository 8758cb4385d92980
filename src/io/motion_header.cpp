// A motion as C++: for controllers that are to carry it inside.
#include <fmt/format.h>

#include "alembert/motion_document.hpp"
#include "code_names.hpp"

namespace alembert {

namespace {

/// {a, b, c}, wrapped.
std::string list(const Eigen::VectorXd& x) {
  std::string text = "{", line;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const std::string entry = fmt::format("{}{}", x[i], i + 1 < x.size() ? ", " : "");
    if (line.size() + entry.size() > 88) {
      text += line + "\n     ";
      line.clear();
    }
    line += entry;
  }
  return text + line + "}";
}

std::string table(const char* comment, const char* name, const std::string& sizes,
                  const std::vector<Eigen::VectorXd>& rows) {
  std::string text =
      fmt::format("// {}\ninline constexpr double {}{} = {{\n", comment, name, sizes);
  for (const Eigen::VectorXd& row : rows) text += "    " + list(row) + ",\n";
  return text + "};\n\n";
}

}  // namespace

std::string write_motion_header(const MotionDocument& document) {
  const ProblemDocument& asked = document.problem;
  const std::vector<MotionSample>& samples = document.samples;
  const BSpline& q = document.solution.motion.q;
  const std::string name = identifier_of(asked.name, "motion");
  std::string text = fmt::format(
      "// {}: {} of robot {}. Written by alembert predict; status: {}.\n"
      "// q(t) = sum of B_i(t) control_points[i], B-splines of this degree on these knots.\n"
      "#pragma once\n\nnamespace {} {{\n\n",
      within_comment(asked.name), "motion", within_comment(asked.robot.name),
      to_string(document.solution.status), name);
  text += fmt::format(
      "inline constexpr int dofs = {};\ninline constexpr int degree = {};\n"
      "inline constexpr int control_count = {};\ninline constexpr int knot_count = {};\n"
      "inline constexpr int sample_count = {};\n"
      "inline constexpr double duration = {};  // s\n\n",
      q.dofs(), q.degree(), q.control_points().rows(), q.knots().size(), samples.size(),
      q.duration());
  text += "inline constexpr const char* joints[dofs] = {";
  for (const std::string& joint : asked.joints) text += '"' + within_string(joint) + "\", ";
  text += "};\n\n";
  text += fmt::format("inline constexpr double knots[knot_count] = {};\n\n", list(q.knots()));
  std::vector<Eigen::VectorXd> rows;
  for (Eigen::Index i = 0; i < q.control_points().rows(); ++i) {
    rows.push_back(q.control_points().row(i));
  }
  text += table("rad or m", "control_points", "[control_count][dofs]", rows);
  rows.clear();
  for (const MotionSample& sample : samples) {
    Eigen::VectorXd row(1 + 4 * q.dofs());
    row << sample.t, sample.q, sample.v, sample.a, sample.tau;
    rows.push_back(std::move(row));
  }
  text += table("t (s), then q (rad or m), v, a and tau (N m or N) of every joint", "samples",
                "[sample_count][1 + 4 * dofs]", rows);
  return text + fmt::format("}}  // namespace {}\n", name);
}

}  // namespace alembert
