// The formulations side by side, in tables and drawn.
#include <fmt/format.h>

#include <algorithm>

#include "alembert/formulation.hpp"
#include "alembert/formulation_study.hpp"
#include "alembert/plot.hpp"
#include "report/text_table.hpp"

namespace alembert {

namespace {

using report::right;
using report::Table;

const std::vector<int> shown_lengths = {2, 6, 12, 24};

/// "n^4" as it is printed.
std::string raised(std::string power) {
  for (const auto& [plain, printed] : {std::pair{"^2", "²"}, {"^3", "³"}, {"^4", "⁴"}}) {
    const auto at = power.find(plain);
    if (at != std::string::npos) power.replace(at, 2, printed);
  }
  return power;
}

std::string results_table(const FormulationStudy& study) {
  Table table({"method", "grows", right("disagrees"), right("*"), right("+"), right("ns, fastest"),
               right("ns, median")});
  for (const FormulationStudy::Result& r : study.results) {
    table.row({r.name, r.growth, fmt::format("{:.1e}", r.error), fmt::format("{}", r.mul),
               fmt::format("{}", r.add), fmt::format("{:.0f}", r.time.fastest),
               fmt::format("{:.0f}", r.time.median)});
  }
  table.row({"(the kernel)", "n", "", "", "", fmt::format("{:.0f}", study.kernel.fastest),
             fmt::format("{:.0f}", study.kernel.median)});
  return table.text();
}

std::string growth_table(const FormulationStudy& study) {
  std::vector<Table::Column> columns = {"method"};
  for (const char* what : {"operations", "ns"}) {
    for (const int n : shown_lengths) {
      const std::string title =
          n == shown_lengths.front() ? fmt::format("{}, n = {}", what, n) : std::to_string(n);
      columns.push_back(right(title));
    }
  }
  Table table(columns);
  const auto index = [&](int n) {
    return static_cast<std::size_t>(std::find(study.lengths.begin(), study.lengths.end(), n) -
                                    study.lengths.begin());
  };
  for (const auto& [name, growth] : study.growth) {
    std::vector<std::string> cells = {name};
    for (const int n : shown_lengths) {
      cells.push_back(fmt::format("{}", growth.operations[index(n)]));
    }
    for (const int n : shown_lengths) cells.push_back(fmt::format("{:.0f}", growth.ns[index(n)]));
    table.row(std::move(cells));
  }
  return table.text();
}

}  // namespace

std::string study_text(const FormulationStudy& study) {
  std::string text =
      fmt::format("{}: {} joints, {} random states, against the production kernel\n\n", study.robot,
                  study.joints, study.states);
  text += results_table(study);
  text += fmt::format("\nlargest disagreement: {:.1e} of the largest torque\n",
                      study.largest_disagreement());
  for (const std::string& refusal : study.refusals) text += "left out: " + refusal + "\n";
  text += "\nOn general chains of n turning joints:\n\n" + growth_table(study);
  return text;
}

std::string study_plot(const FormulationStudy& study, const std::string& source) {
  Plot plot;
  plot.title = "Multiplications and additions for the torques of one state";
  plot.x_label = "number of joints n";
  plot.y_label = "operations";
  plot.log_x = plot.log_y = true;
  std::vector<std::pair<std::string, FormulationStudy::Growth>> distinct;
  for (const auto& [name, growth] : study.growth) {
    const auto same = std::find_if(
        distinct.begin(), distinct.end(),
        [&of = growth.operations](const auto& other) { return other.second.operations == of; });
    if (same == distinct.end()) {
      distinct.emplace_back(name, growth);
    } else {
      same->first += ", " + name;  // one line would hide the other
    }
  }
  const auto add = [&](const std::string& names, const std::string& power,
                       const std::vector<long>& operations) {
    plot.lines.push_back({fmt::format("{} ~ {}", names, raised(power)),
                          {study.lengths.begin(), study.lengths.end()},
                          {operations.begin(), operations.end()},
                          true});
  };
  for (const auto& [names, growth] : distinct) {
    add(names, Formulations::get(names.substr(0, names.find(','))).growth, growth.operations);
  }
  add("configuration_space", "n^3", study.table_operations);
  return svg({plot}, "One robot, the same torques, very different work",
             "Counted as executed on general chains of turning joints; sines, cosines and table "
             "look-ups are free. " +
                 source);
}

double FormulationStudy::largest_disagreement() const {
  double largest = 0.0;
  // A torque that is not a number must not hide behind a maximum.
  for (const Result& r : results) largest = r.error <= largest ? largest : r.error;
  return largest;
}

}  // namespace alembert
