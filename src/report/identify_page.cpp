// What identification found, as one page: plots are SVG, nothing else is needed to read it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/plot.hpp"
#include "alembert/report.hpp"
#include "report/text_table.hpp"

namespace alembert {

namespace {

using Eigen::Index;

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

std::vector<double> column(const Eigen::MatrixXd& m, Index j) {
  return {m.col(j).data(), m.col(j).data() + m.rows()};
}

std::vector<double> times(const FitTrace& trace) {
  return {trace.t.data(), trace.t.data() + trace.t.size()};
}

std::string torque_unit(const JointFit& joint) { return joint.angular ? "N m" : "N"; }

/// Measured, the file's and the identified robot's torque, and what each leaves.
std::string torque_plots(const Identification& found, const FitTrace& trace) {
  std::vector<PlotRow> rows;
  for (std::size_t k = 0; k < found.joints.size(); ++k) {
    const auto j = static_cast<Index>(k);
    const std::string unit = torque_unit(found.joints[k]);
    Plot torque{"torque", "t (s)", unit};
    torque.lines = {{"measured", times(trace), column(trace.measured, j)},
                    {"file", times(trace), column(trace.before, j)},
                    {"identified", times(trace), column(trace.after, j)}};
    Plot left{"residual", "t (s)", unit};
    left.lines = {{"measured", {}, {}},  // keeps its colour
                  {"file", times(trace), column(trace.measured - trace.before, j)},
                  {"identified", times(trace), column(trace.measured - trace.after, j)}};
    rows.push_back({found.joints[k].name, {torque, left}});
  }
  return svg_rows(rows, "Torques: " + trace.data, "");
}

/// The mean residual in classes of speed: what friction leaves.
PlotLine by_speed(const std::string& label, const FitTrace& trace, const Eigen::MatrixXd& predicted,
                  Index j) {
  constexpr Index classes = 24;
  const double fastest = std::max(trace.v.col(j).cwiseAbs().maxCoeff(), 1e-9);
  std::vector<double> sum(classes, 0.0), count(classes, 0.0);
  for (Index i = 0; i < trace.t.size(); ++i) {
    const double place = 0.5 * (trace.v(i, j) / fastest + 1.0) * classes;
    const auto at =
        static_cast<std::size_t>(std::clamp<Index>(static_cast<Index>(place), 0, classes - 1));
    sum[at] += trace.measured(i, j) - predicted(i, j);
    count[at] += 1.0;
  }
  PlotLine line{label, {}, {}};
  for (std::size_t c = 0; c < sum.size(); ++c) {
    if (count[c] < 3.0) continue;
    line.x.push_back(fastest * (2.0 * (static_cast<double>(c) + 0.5) / classes - 1.0));
    line.y.push_back(sum[c] / count[c]);
  }
  line.markers = true;
  return line;
}

std::string friction_plots(const Identification& found, const FitTrace& trace) {
  std::vector<PlotRow> rows;
  for (std::size_t k = 0; k < found.joints.size(); ++k) {
    const auto j = static_cast<Index>(k);
    Plot plot{"mean residual by speed", found.joints[k].angular ? "rad/s" : "m/s",
              torque_unit(found.joints[k])};
    plot.lines = {{"measured", {}, {}},  // keeps its colour
                  by_speed("file", trace, trace.before, j),
                  by_speed("identified", trace, trace.after, j)};
    if (plot.lines[1].x.size() < 2) continue;
    rows.push_back({found.joints[k].name, {plot}});
  }
  return rows.empty() ? "" : svg_rows(rows, "What is left, by speed: the friction curve", "");
}

/// An interval as a bar around the value found, the file's value as a tick.
std::string bar(const ParameterEstimate& p) {
  const double scale = std::max({std::abs(p.before - p.value), p.upper - p.value, 1e-12}) * 1.1;
  const auto at = [&](double x) {
    return 100.0 + 95.0 * std::clamp((x - p.value) / scale, -1.0, 1.0);
  };
  return fmt::format(
      "<svg width='200' height='14' viewBox='0 0 200 14'><line x1='0' y1='7' x2='200' y2='7' "
      "stroke='#ddd'/><rect x='{:.1f}' y='3' width='{:.1f}' height='8' fill='#4477aa' "
      "opacity='0.6'/><line x1='{:.1f}' y1='1' x2='{:.1f}' y2='13' stroke='#cc3311' "
      "stroke-width='2'/><circle cx='100' cy='7' r='2.5' fill='#004488'/></svg>",
      at(p.lower), std::max(1.0, at(p.upper) - at(p.lower)), at(p.before), at(p.before));
}

std::string parameter_rows(const std::vector<ParameterEstimate>& parameters) {
  std::string text =
      "<table><tr><th>parameter</th><th>file</th><th>found</th><th>95 %</th><th>unit</th>"
      "<th>found (dot), interval (bar), file (red)</th><th></th></tr>";
  for (const ParameterEstimate& p : parameters) {
    text += fmt::format(
        "<tr><td class='name'>{}</td><td>{:.4g}</td><td>{:.4g}</td><td>{:.3g} … {:.3g}</td>"
        "<td>{}</td><td>{}</td><td class='{}'>{}{}</td></tr>\n",
        escaped(p.name), p.before, p.value, p.lower, p.upper, p.unit, bar(p),
        p.knowledge == Knowledge::known ? "good" : "poor", to_string(p.knowledge),
        p.hint.empty() ? "" : ": " + escaped(p.hint));
  }
  return text + "</table>";
}

const char* const head = R"(<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Identification</title><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#222}
pre{background:#f6f6f6;padding:1rem;overflow:auto;font-size:13px;white-space:pre-wrap}
table{border-collapse:collapse;font-size:13px}td,th{padding:2px 8px;text-align:right;border-bottom:1px solid #eee}
td.name,td.good,td.poor,th:first-child{text-align:left}td.good{color:#117733}td.poor{color:#994400}
svg{max-width:100%;height:auto}td svg{max-width:none}details{margin:1rem 0}</style>)";

}  // namespace

std::string identification_html(const Identification& found, const std::string& command) {
  const report::TextWidth for_a_file(0);
  std::string page = head;
  page += fmt::format("<h1>{}: parameters from its own logs</h1>\n", escaped(found.robot.name));
  std::string words = identification_text(found, false);
  const auto table = words.find("parameter  ");
  const auto rest = words.find("the file counts");
  if (table != std::string::npos && rest != std::string::npos) words.erase(table, rest - table);
  page += "<pre>" + escaped(words) + "</pre>\n";
  for (const FitTrace& trace : found.traces) page += torque_plots(found, trace);
  if (!found.traces.empty()) page += friction_plots(found, found.traces.front());
  page += "<h2>What can be known</h2>\n" + parameter_rows(found.base);
  page += "<details><summary>Every parameter</summary>" + parameter_rows(found.parameters) +
          "</details>\n";
  page += "<p><small>" + escaped(command) + "</small></p></html>\n";
  return page;
}

}  // namespace alembert
