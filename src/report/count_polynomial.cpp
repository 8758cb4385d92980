#include "report/count_polynomial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace alembert::report {

std::optional<CountPolynomial> CountPolynomial::through(int first,
                                                        const std::vector<long>& values) {
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

CountPolynomial::CountPolynomial(const std::vector<double>& coefficients) : denominator_(12) {
  for (const double c : coefficients) numerators_.push_back(std::lround(12.0 * c));
}

double CountPolynomial::operator()(double n) const {
  double sum = 0.0;
  for (std::size_t k = numerators_.size(); k-- > 0;) {
    sum = sum * n + static_cast<double>(numerators_[k]);
  }
  return sum / static_cast<double>(denominator_);
}

namespace {

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

}  // namespace

std::string CountPolynomial::text() const {
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

}  // namespace alembert::report
