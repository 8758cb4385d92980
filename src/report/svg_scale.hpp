// What SVG plots stand on: scales with round ticks, and text that is safe in XML.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace alembert::report {

/// Colours that colour-blind eyes can tell apart (Okabe and Ito 2008).
inline constexpr std::array palette = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                       "#b07d00", "#56b4e9", "#333333"};

inline std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

/// One axis: from values to pixels, and where its ticks are.
class Scale {
 public:
  /// About `intervals` between ticks.
  Scale(double lowest, double highest, bool log, double from, double to, double intervals = 5.0)
      : log_(log), from_(from), to_(to), intervals_(intervals) {
    low_ = transformed(lowest);
    high_ = transformed(highest);
    // What stands still but for rounding and the solver's last digits is a straight line.
    if (high_ - low_ < 1e-6 * std::max(1.0, std::abs(high_))) {
      const double half = std::abs(high_) > 1e-3 ? 0.5 * std::abs(high_) : 1.0;
      low_ -= half, high_ += half;
    }
  }

  /// Widens to whole ticks (decades), for the vertical axis; a hair beyond a tick is not worth one.
  void round_out() {
    constexpr double slack = 0.02;
    const double step = log_ ? 1.0 : tick_step();
    low_ = std::floor(low_ / step + slack) * step;
    high_ = std::ceil(high_ / step - slack) * step;
  }

  double operator()(double value) const {
    return from_ + (transformed(value) - low_) / (high_ - low_) * (to_ - from_);
  }

  struct Tick {
    double at;          // pixels
    std::string label;  // empty for the lines between decades
  };
  std::vector<Tick> ticks() const { return log_ ? decades() : linear(); }

 private:
  double transformed(double value) const { return log_ ? std::log10(value) : value; }

  double tick_step() const {
    const double rough = (high_ - low_) / intervals_;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double m : {1.0, 2.0, 5.0}) {
      if (m * power >= rough * 0.999) return m * power;
    }
    return 10.0 * power;
  }

  std::vector<Tick> linear() const {
    std::vector<Tick> all;
    const double step = tick_step();
    for (double k = std::ceil(low_ / step - 1e-9); k * step <= high_ + 1e-9 * step; ++k) {
      all.push_back({(*this)(k * step), fmt::format("{:g}", k * step + 0.0)});
    }
    return all;
  }

  /// Decades, and within a short axis also 2 and 5 by name.
  std::vector<Tick> decades() const {
    std::vector<Tick> all;
    const bool few = high_ - low_ < 2.0;
    for (double power = std::floor(low_); power <= high_; ++power) {
      for (int m = 1; m < 10; ++m) {
        const double value = m * std::pow(10.0, power);
        if (transformed(value) < low_ - 1e-9 || transformed(value) > high_ + 1e-9) continue;
        const bool named = m == 1 || (few && (m <= 6 || m == 8));
        all.push_back({(*this)(value), named ? grouped(value) : ""});
      }
    }
    return all;
  }

  static std::string grouped(double value) {
    std::string digits = fmt::format("{:.10g}", value);
    if (digits.find_first_of(".e") != std::string::npos) return digits;
    for (auto i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) {
      digits.insert(static_cast<std::size_t>(i), "\u2009");
    }
    return digits;
  }

  bool log_;
  double from_, to_, intervals_, low_ = 0.0, high_ = 1.0;
};

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void include(const std::vector<double>& values) {
    for (const double v : values) low = std::min(low, v), high = std::max(high, v);
  }
};

}  // namespace alembert::report
