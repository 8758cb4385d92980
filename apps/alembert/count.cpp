// alembert count: the operations of every formulation, beside what the papers print.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/error.hpp"
#include "command.hpp"
#include "counting.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "robot_options.hpp"
#include "text_table.hpp"

namespace alembert::cli {

namespace {

constexpr int fitted_from = 2, fitted_to = 12;

struct CountArguments {
  RobotOptions robot;
  std::string joints = "";
  bool kernel = false;
  bool json = false;
};

/// A way to compute torques, and how to count it on a model.
struct Method {
  std::string name, title, note;
  PrintedCount printed;
  std::function<Operations(const Model&)> count;
};

std::vector<Method> counted_methods(bool kernel) {
  std::vector<Method> methods;
  for (const FormulationInfo& info : Formulations::all()) {
    methods.push_back({info.name, info.title, info.note, info.printed,
                       [&info](const Model& model) { return count_operations(info, model); }});
  }
  methods.push_back(
      {"configuration_space",
       "Tables of G, J and C (Horn, Raibert 1978)",
       "",
       {{0, 0, 1, 2}, {0, 2, 1, 1}},
       [](const Model& model) { return count_configuration_space(model.joint_count()); }});
  if (kernel) {
    methods.push_back({"inverse_dynamics",
                       "Alembert's production kernel",
                       "no paper's: Newton-Euler in canonical frames on regrouped inertial "
                       "parameters, so both readings are what it executes",
                       {},
                       count_kernel});
  }
  return methods;
}

/// Printed in Angeles' Table 1 without being among our formulations.
struct PrintedOnly {
  const char* title;
  PrintedCount printed;     // or, where the paper gives no polynomial,
  long mul_at_6, add_at_6;  // only this
};
const std::vector<PrintedOnly> printed_only = {
    {"Walker, Orin: Newton-Euler", {{-22, 137}, {-11, 101}}, 800, 595},
    {"Hollerbach: Newton-Euler", {}, 688, 558},
    {"Kane, Levinson: Kane, one arm", {}, 646, 394},
    {"Khalil et al.: Newton-Euler", {{-92, 105}, {-86, 94}}, 538, 478},
};

struct CountRow {
  const Method* method;
  std::optional<Operations> operations;
  std::string refusal;
};

std::vector<CountRow> count_all(const std::vector<Method>& methods, const Model& model) {
  std::vector<CountRow> rows;
  for (const Method& method : methods) {
    try {
      rows.push_back({&method, method.count(model), ""});
    } catch (const Error& e) {
      rows.push_back({&method, std::nullopt, e.reason()});
    }
  }
  return rows;
}

/// A polynomial for long chains may go below zero for short ones: then it says nothing of them.
bool speaks_of(const std::vector<double>& printed, int n) {
  return !printed.empty() && CountPolynomial(printed)(n) >= 0.0;
}

Json printed_json(const PrintedCount& printed, int n) {
  if (!speaks_of(printed.mul, n) || !speaks_of(printed.add, n)) return nullptr;
  return {{"mul", std::lround(CountPolynomial(printed.mul)(n))},
          {"add", std::lround(CountPolynomial(printed.add)(n))}};
}

Json count_json(const std::vector<CountRow>& rows, int n) {
  Json document = {{"joints", n}, {"methods", Json::array()}};
  for (const CountRow& row : rows) {
    Json method = {{"name", row.method->name}, {"paper", printed_json(row.method->printed, n)}};
    if (row.operations) {
      const auto& [published, executed] = *row.operations;
      method["published"] = {{"mul", published.mul}, {"add", published.add}};
      method["executed"] = {{"mul", executed.mul}, {"add", executed.add}, {"trig", executed.trig}};
    } else {
      method["published"] = method["executed"] = nullptr;
      method["refused"] = row.refusal;
    }
    if (!row.method->note.empty()) method["note"] = row.method->note;
    document["methods"].push_back(method);
  }
  return document;
}

/// "[2]" for the second method with something to say.
class Footnotes {
 public:
  std::string mark(const std::string& text) {
    if (text.empty()) return "";
    notes_.push_back(text);
    return fmt::format("[{}]", notes_.size());
  }
  std::string text() const {
    std::string out;
    for (std::size_t i = 0; i < notes_.size(); ++i) {
      out += wrapped(fmt::format("[{}] {}", i + 1, notes_[i]));
    }
    return out;
  }

 private:
  static std::string wrapped(const std::string& text) {
    constexpr std::size_t columns = 96;
    std::string out, line;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t space = std::min(text.find(' ', at), text.size());
      if (line.size() + space - at > columns) out += line + "\n", line = "   ";
      line += (line.empty() ? "" : " ") + text.substr(at, space - at);
      at = space + 1;
    }
    return out + line + "\n";
  }

  std::vector<std::string> notes_;
};

std::string at_n(const std::vector<double>& printed, int n) {
  return speaks_of(printed, n) ? fmt::format("{}", std::lround(CountPolynomial(printed)(n))) : "-";
}

std::string numbers_table(const std::vector<CountRow>& rows, int n, Footnotes& notes) {
  using enum Table::Align;
  Table table({{"method"},
               {""},
               {"printed *", right},
               {"+", right},
               {"published *", right},
               {"+", right},
               {"executed *", right},
               {"+", right},
               {"sin, cos", right}});
  for (const CountRow& row : rows) {
    const Method& method = *row.method;
    std::vector<std::string> cells = {method.name,
                                      notes.mark(row.operations ? method.note : row.refusal),
                                      at_n(method.printed.mul, n), at_n(method.printed.add, n)};
    const Operations zero;
    const Operations& counted = row.operations ? *row.operations : zero;
    for (const long count : {counted.published.mul, counted.published.add, counted.executed.mul,
                             counted.executed.add, counted.executed.trig}) {
      cells.push_back(row.operations ? fmt::format("{}", count) : "-");
    }
    table.row(std::move(cells));
  }
  for (const PrintedOnly& other : printed_only) {
    table.row(
        {other.title, "", n == 6 ? std::to_string(other.mul_at_6) : at_n(other.printed.mul, n),
         n == 6 ? std::to_string(other.add_at_6) : at_n(other.printed.add, n), "", "", "", "", ""});
  }
  return table.text();
}

std::string fitted(const std::vector<long>& counts) {
  const auto polynomial = CountPolynomial::through(fitted_from, counts);
  return polynomial ? polynomial->text() : "not a polynomial";
}

void polynomial_rows(const Method& method, Table& table) {
  std::vector<long> published_mul, published_add, executed_mul, executed_add;
  for (int n = fitted_from; n <= fitted_to; ++n) {
    const auto [published, executed] = method.count(general_chain(n));
    published_mul.push_back(published.mul);
    published_add.push_back(published.add);
    executed_mul.push_back(executed.mul);
    executed_add.push_back(executed.add);
  }
  const auto& [mul, add] = method.printed;
  const bool printed = !mul.empty();
  if (printed) {
    table.row({method.name, "printed", CountPolynomial(mul).text(), CountPolynomial(add).text()});
  }
  table.row(
      {printed ? "" : method.name, "published", fitted(published_mul), fitted(published_add)});
  table.row({"", "executed", fitted(executed_mul), fitted(executed_add)});
}

std::string polynomial_table(const std::vector<Method>& methods) {
  Table table({{"method"}, {"reading"}, {"multiplications"}, {"additions"}});
  for (const Method& method : methods) polynomial_rows(method, table);
  for (const PrintedOnly& other : printed_only) {
    if (other.printed.mul.empty()) continue;
    table.row({other.title, "printed", CountPolynomial(other.printed.mul).text(),
               CountPolynomial(other.printed.add).text()});
  }
  return table.text();
}

constexpr const char* readings = R"(
printed    Hollerbach 1980, Table I, and Angeles, Ma, Rojas 1988, Table 1
published  our program under the conventions of the paper it follows
executed   every operation our program does; sines and cosines apart
)";

Exit count(const CountArguments& options) {
  if (!options.robot.robot.empty() && !options.joints.empty()) {
    throw UsageError("both a robot and --joints are given", "leave one of them out");
  }
  const bool general = options.robot.robot.empty();
  RobotOptions ideal = options.robot;
  ideal.ideal = true;
  const int asked = options.joints.empty() ? 6 : parse_integer(options.joints, "--joints", 1, 64);
  const Model model = general ? general_chain(asked) : load(ideal).model;
  const int n = model.joint_count();
  const std::vector<Method> methods = counted_methods(options.kernel);
  const std::vector<CountRow> rows = count_all(methods, model);
  if (options.json) {
    write_out("", json_text(count_json(rows, n)));
    return Exit::done;
  }
  Footnotes notes;
  std::string text = fmt::format("Operations of one inverse dynamics, n = {}: {}\n\n", n,
                                 general ? "a general chain, all joints turning" : model.name());
  text += numbers_table(rows, n, notes) + readings;
  if (!general) {
    text +=
        "\nThe print is for a chain of turning joints; slides and branches cost other amounts.\n";
  } else {
    text += fmt::format("\nIn the number of joints n, exactly, from n = {} to {}:\n\n", fitted_from,
                        fitted_to);
    text += polynomial_table(methods);
  }
  const std::string footnotes = notes.text();
  if (!footnotes.empty()) text += "\n" + footnotes;
  write_out("", text);
  return Exit::done;
}

}  // namespace

void add_count(Program& program) {
  auto options = std::make_shared<CountArguments>();
  Command command =
      program.verb("count", "Operations of every formulation, beside what the papers print");
  command.optional_positional("ROBOT", options->robot.robot,
                              "count on this robot (default: a general chain of turning joints)");
  command.option("--joints", "N", options->joints, "length of the general chain (default 6)");
  command.flag("--kernel", options->kernel, "also the production kernel");
  command.flag("--json", options->json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert count
  alembert count --joints 7 --kernel
  alembert count arm.urdf --json

Without a robot also the polynomials in the number of joints. Friction, rotors and springs are left
out. --json gives {"joints": n, "methods": [{"name", "paper": {"mul", "add"}, "published": {"mul",
"add"}, "executed": {"mul", "add", "trig"}}]}; paper is null where none is printed.)");
  command.runs([options] { return count(*options); });
}

}  // namespace alembert::cli
