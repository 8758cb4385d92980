// The operations of every formulation in tables, beside what the papers print.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "alembert/operation_study.hpp"
#include "report/text_table.hpp"

namespace alembert {

namespace {

using report::right;
using report::Table;

/// 3, 106.5 or 86 5/12.
std::string fraction_text(long numerator, long denominator) {
  const long divisor = std::gcd(numerator, denominator);
  numerator /= divisor;
  denominator /= divisor;
  if (denominator == 1) return fmt::format("{}", numerator);
  if (denominator == 2) return fmt::format("{}.5", numerator / 2);
  const long whole = numerator / denominator;
  return fmt::format("{}{}/{}", whole ? fmt::format("{} ", whole) : "", numerator % denominator,
                     denominator);
}

/// The polynomial through counts at n = first, first + 1, …, exact, with rational coefficients.
class CountPolynomial {
 public:
  /// Nothing unless at least two values more than needed lie on it.
  static std::optional<CountPolynomial> through(int first, const std::vector<long>& values) {
    // Newton's forward differences: the polynomial ends where they vanish.
    std::vector<long> leading, row = values;
    while (std::any_of(row.begin(), row.end(), [](long d) { return d != 0; })) {
      leading.push_back(row.front());
      std::adjacent_difference(row.begin(), row.end(), row.begin());
      row.erase(row.begin());
      if (row.size() < 2) return std::nullopt;
    }
    CountPolynomial p;
    for (std::size_t k = 2; k < leading.size(); ++k) p.denominator_ *= static_cast<long>(k);
    p.numerators_.assign(std::max<std::size_t>(leading.size(), 1), 0);
    std::vector<long> product = {1};  // (n - first) (n - first - 1) … of k factors
    long share = p.denominator_;      // denominator / k!
    for (std::size_t k = 0; k < leading.size(); ++k) {
      if (k > 0) share /= static_cast<long>(k);
      for (std::size_t i = 0; i < product.size(); ++i) {
        p.numerators_[i] += leading[k] * share * product[i];
      }
      const long root = first + static_cast<long>(k);
      product.push_back(0);
      for (std::size_t i = product.size(); i-- > 0;) {
        product[i] = (i > 0 ? product[i - 1] : 0) - root * product[i];
      }
    }
    return p;
  }

  /// A printed one, coefficients from n^0 upwards, to be shown alike.
  explicit CountPolynomial(const std::vector<double>& coefficients) : denominator_(12) {
    for (const double c : coefficients) numerators_.push_back(std::lround(12.0 * c));
  }

  double operator()(double n) const {
    double sum = 0.0;
    for (std::size_t k = numerators_.size(); k-- > 0;) {
      sum = sum * n + static_cast<double>(numerators_[k]);
    }
    return sum / static_cast<double>(denominator_);
  }

  /// "32.5 n^4 + 86 5/12 n^3 - 128".
  std::string text() const {
    std::string out;
    for (std::size_t k = numerators_.size(); k-- > 0;) {
      const long c = numerators_[k];
      if (c == 0) continue;
      const char* sign = out.empty() ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + ");
      const std::string power = k == 0 ? "" : k == 1 ? "n" : fmt::format("n^{}", k);
      const bool one = std::abs(c) == denominator_ && k > 0;
      const std::string size = one ? "" : fraction_text(std::abs(c), denominator_);
      out += fmt::format("{}{}{}{}", sign, size, one || k == 0 ? "" : " ", power);
    }
    return out.empty() ? "0" : out;
  }

 private:
  CountPolynomial() = default;

  std::vector<long> numerators_;  // from n^0 upwards
  long denominator_ = 1;
};

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
