// The operations of every formulation in tables, beside what the papers print.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/operation_study.hpp"
#include "report/count_polynomial.hpp"
#include "report/text_table.hpp"

namespace alembert {

namespace {

using report::CountPolynomial;
using report::right;
using report::Table;

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
  const std::optional<long> count = printed_at(printed, n);
  return count ? fmt::format("{}", *count) : "-";
}

std::string numbers_table(const OperationStudy& study, Footnotes& notes) {
  const int n = study.joints;
  Table table({"method", "", right("printed *"), right("+"), right("published *"), right("+"),
               right("executed *"), right("+"), right("sin, cos")});
  for (const OperationStudy::Method& method : study.methods) {
    std::vector<std::string> cells = {method.name,
                                      notes.mark(method.counted ? method.note : method.refusal),
                                      at_n(method.printed.mul, n), at_n(method.printed.add, n)};
    const Operations counted = method.counted.value_or(Operations{});
    for (const long count : {counted.published.mul, counted.published.add, counted.executed.mul,
                             counted.executed.add, counted.executed.trig}) {
      cells.push_back(method.counted ? fmt::format("{}", count) : "-");
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

std::string fitted(const std::vector<Operations>& growth, Tally Operations::*reading,
                   long Tally::*count) {
  std::vector<long> counts;
  for (const Operations& operations : growth) counts.push_back(operations.*reading.*count);
  const auto polynomial = CountPolynomial::through(OperationStudy::shortest, counts);
  return polynomial ? polynomial->text() : "not a polynomial";
}

void polynomial_rows(const OperationStudy::Method& method, Table& table) {
  const auto& [mul, add] = method.printed;
  const bool printed = !mul.empty();
  if (printed) {
    table.row({method.name, "printed", CountPolynomial(mul).text(), CountPolynomial(add).text()});
  }
  if (method.growth.empty()) return;
  const auto reading = [&](const char* name, Tally Operations::*tally) {
    table.row({tally == &Operations::published && !printed ? method.name : "", name,
               fitted(method.growth, tally, &Tally::mul),
               fitted(method.growth, tally, &Tally::add)});
  };
  reading("published", &Operations::published);
  reading("executed", &Operations::executed);
}

std::string polynomial_table(const OperationStudy& study) {
  Table table({"method", "reading", "multiplications", "additions"});
  for (const OperationStudy::Method& method : study.methods) polynomial_rows(method, table);
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

}  // namespace

std::optional<long> printed_at(const std::vector<double>& printed, int joints) {
  if (printed.empty()) return std::nullopt;
  const double count = CountPolynomial(printed)(joints);
  if (count < 0.0) return std::nullopt;
  return std::lround(count);
}

std::string operation_text(const OperationStudy& study) {
  const bool general = !study.robot;
  Footnotes notes;
  std::string text = fmt::format(
      "Operations of {}, n = {}: {}\n\n",
      study.bends ? "inertia and remainder of an arm that bends" : "one inverse dynamics",
      study.joints, general ? "a general chain, all joints turning" : *study.robot);
  text += numbers_table(study, notes) + readings;
  if (!general && !study.bends) {
    text +=
        "\nThe print is for a chain of turning joints; slides and branches cost other amounts.\n";
  }
  if (general) {
    text += fmt::format("\nIn the number of joints n, exactly, from n = {} to {}:\n\n",
                        OperationStudy::shortest, OperationStudy::longest);
    text += polynomial_table(study);
  }
  const std::string footnotes = notes.text();
  if (!footnotes.empty()) text += "\n" + footnotes;
  return text;
}

}  // namespace alembert
