// Hand-written SVG: axes with round ticks or decades, direct labels, colours that colour-blind eyes
// can tell apart (Okabe and Ito 2008), dashes from the second round of colours on.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "alembert/error.hpp"
#include "alembert/plot.hpp"

namespace alembert {

namespace {

constexpr std::array palette = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                "#b07d00", "#56b4e9", "#333333"};
constexpr std::array dashes = {"", "7 4", "2 4"};

constexpr double width = 960, plot_left = 104, heading_height = 64, foot = 34;
constexpr double plot_height = 330, single_plot_height = 500, above = 30, below = 52;
constexpr double label_spacing = 17;

std::string escaped(const std::string& text) {
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
  Scale(double lowest, double highest, bool log, double from, double to)
      : log_(log), from_(from), to_(to) {
    low_ = transformed(lowest);
    high_ = transformed(highest);
    if (high_ - low_ < 1e-12 * std::max(1.0, std::abs(high_))) low_ -= 1.0, high_ += 1.0;
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
    const double rough = (high_ - low_) / 5.0;
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
  double from_, to_, low_ = 0.0, high_ = 1.0;
};

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void include(const std::vector<double>& values) {
    for (const double v : values) low = std::min(low, v), high = std::max(high, v);
  }
};

void require_drawable(const Plot& plot) {
  bool any = false;
  for (const PlotLine& line : plot.lines) {
    any = any || !line.x.empty();
    const auto bad = [](bool log) {
      return [log](double v) { return !std::isfinite(v) || (log && v <= 0.0); };
    };
    if (line.x.size() != line.y.size() ||
        std::any_of(line.x.begin(), line.x.end(), bad(plot.log_x)) ||
        std::any_of(line.y.begin(), line.y.end(), bad(plot.log_y))) {
      throw Error(
          Error::Code::value,
          "line '" + line.label + "' of plot '" + plot.title + "' has values that cannot be drawn",
          "give as many x as y, finite, and positive on log axes");
    }
  }
  for (const PlotLevel& level : plot.levels) {
    if (std::isfinite(level.y) && (!plot.log_y || level.y > 0.0)) continue;
    throw Error(Error::Code::value, "a level of plot '" + plot.title + "' cannot be drawn",
                "give finite levels, and positive ones on log axes");
  }
  if (!any) {
    throw Error(Error::Code::value, "plot '" + plot.title + "' has nothing to draw",
                "give it a line with points");
  }
}

/// Moves labels apart, keeping their order, and as a whole within the frame.
std::vector<double> spread(const std::vector<double>& wanted, double top, double bottom) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  std::vector<double> at = wanted;
  // Relaxation: neighbours that touch share the way apart.
  for (int pass = 0; pass < 500; ++pass) {
    for (std::size_t k = 0; k + 1 < order.size(); ++k) {
      double &upper = at[order[k]], &lower = at[order[k + 1]];
      const double overlap = label_spacing - (lower - upper);
      if (overlap > 0.0) upper -= overlap / 2, lower += overlap / 2;
    }
    for (double& y : at) y = std::clamp(y, top, bottom);
  }
  return at;
}

class PlotPainter {
 public:
  PlotPainter(const Plot& plot, double top, double height, double end)
      : plot_(plot),
        end_(end),
        top_(top + above),
        bottom_(top + height - below),
        x_(scale(&PlotLine::x, {}, plot.log_x, plot_left, end)),
        y_(scale(&PlotLine::y, plot.levels, plot.log_y, bottom_, top_)) {
    y_.round_out();
  }

  std::string paint() const { return title() + grid() + levels() + curves() + labels(); }

 private:
  Scale scale(std::vector<double> PlotLine::*values, const std::vector<PlotLevel>& levels, bool log,
              double from, double to) const {
    Extent extent;
    for (const PlotLevel& level : levels) extent.include({level.y});
    for (const PlotLine& line : plot_.lines) extent.include(line.*values);
    return Scale(extent.low, extent.high, log, from, to);
  }

  std::string title() const {
    return fmt::format("<text class=\"t\" x=\"{}\" y=\"{:.1f}\">{}</text>\n", plot_left, top_ - 12,
                       escaped(plot_.title));
  }

  std::string grid() const {
    std::string out;
    for (const Scale::Tick& tick : y_.ticks()) {
      out += fmt::format("<path class=\"{}\" d=\"M{} {:.1f}H{}\"/>\n",
                         tick.label.empty() ? "m" : "g", plot_left, tick.at, end_);
      if (!tick.label.empty()) {
        out +=
            fmt::format("<text class=\"n\" text-anchor=\"end\" x=\"{}\" y=\"{:.1f}\">{}</text>\n",
                        plot_left - 8, tick.at + 4, tick.label);
      }
    }
    for (const Scale::Tick& tick : x_.ticks()) {
      out += fmt::format("<path class=\"a\" d=\"M{:.1f} {:.1f}v{}\"/>\n", tick.at, bottom_,
                         tick.label.empty() ? 3 : 6);
      if (!tick.label.empty()) {
        out += fmt::format(
            "<text class=\"n\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
            tick.at, bottom_ + 20, tick.label);
      }
    }
    out += fmt::format("<path class=\"a\" d=\"M{} {:.1f}H{}\"/>\n", plot_left, bottom_, end_);
    out += fmt::format("<text class=\"l\" text-anchor=\"middle\" x=\"{}\" y=\"{:.1f}\">{}</text>\n",
                       (plot_left + end_) / 2, bottom_ + 40, escaped(plot_.x_label));
    out += fmt::format(
        "<text class=\"l\" text-anchor=\"middle\" transform=\"translate(24 {:.1f}) "
        "rotate(-90)\">{}</text>\n",
        (top_ + bottom_) / 2, escaped(plot_.y_label));
    return out;
  }

  static std::string colour(std::size_t i) { return palette[i % palette.size()]; }
  static std::string dash(std::size_t i) {
    return dashes[std::min(i / palette.size(), dashes.size() - 1)];
  }
  std::string colour_of(std::size_t i) const {
    const int beside = plot_.lines[i].beside;
    return colour(beside < 0 ? i : static_cast<std::size_t>(beside));
  }

  std::string levels() const {
    std::string out;
    for (const PlotLevel& level : plot_.levels) {
      out += fmt::format("<path class=\"v\" stroke=\"{}\" d=\"M{} {:.1f}H{}\"/>\n",
                         level.line < 0 ? "#666" : colour(static_cast<std::size_t>(level.line)),
                         plot_left, y_(level.y), end_);
    }
    return out;
  }

  std::string curves() const {
    std::string out;
    for (std::size_t i = 0; i < plot_.lines.size(); ++i) {
      const PlotLine& line = plot_.lines[i];
      std::string points;
      for (std::size_t k = 0; k < line.x.size(); ++k) {
        points += fmt::format("{}{:.1f},{:.1f}", k ? " " : "", x_(line.x[k]), y_(line.y[k]));
      }
      out += fmt::format(
          "<polyline class=\"c\" stroke=\"{}\" stroke-dasharray=\"{}\" points=\"{}\"/>\n",
          colour_of(i), line.beside < 0 ? dash(i) : dashes.back(), points);
      for (std::size_t k = 0; line.markers && k < line.x.size(); ++k) {
        out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\" fill=\"{}\"/>\n",
                           x_(line.x[k]), y_(line.y[k]), colour_of(i));
      }
    }
    return out;
  }

  std::string labels() const {
    std::vector<std::size_t> named;
    std::vector<double> ends;
    for (std::size_t i = 0; i < plot_.lines.size(); ++i) {
      const PlotLine& line = plot_.lines[i];
      if (line.beside >= 0 || line.x.empty()) continue;
      named.push_back(i);
      ends.push_back(y_(line.y.back()));
    }
    const std::vector<double> at = spread(ends, top_, bottom_ - 2);
    std::string out;
    for (std::size_t k = 0; k < named.size(); ++k) {
      const std::size_t i = named[k];
      out += fmt::format("<path class=\"k\" stroke=\"{}\" d=\"M{:.1f} {:.1f}L{} {:.1f}\"/>\n",
                         colour(i), x_(plot_.lines[i].x.back()) + 4, ends[k], end_ + 20, at[k]);
      out += fmt::format("<text class=\"e\" style=\"fill:{}\" x=\"{}\" y=\"{:.1f}\">{}</text>\n",
                         colour(i), end_ + 24, at[k] + 4, escaped(plot_.lines[i].label));
    }
    return out;
  }

  const Plot& plot_;
  double end_, top_, bottom_;
  Scale x_, y_;
};

/// What the labels at the right need, at a guess from their letters.
double label_width(const std::vector<Plot>& plots) {
  std::size_t longest = 0;
  for (const Plot& plot : plots) {
    for (const PlotLine& line : plot.lines) longest = std::max(longest, line.label.size());
  }
  return std::clamp(44.0 + 6.9 * static_cast<double>(longest), 90.0, 300.0);
}

constexpr const char* style =
    "text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;fill:#222}"
    ".h{font-size:22px;font-weight:bold}.t{font-size:15px;font-weight:bold}"
    ".l{font-size:14px;fill:#444}.n{font-size:13px;fill:#444}.s{font-size:12px;fill:#666}"
    ".e{font-size:13px}.g{stroke:#d9d9d9;fill:none}.m{stroke:#f0f0f0;fill:none}"
    ".a{stroke:#444;fill:none}.c{fill:none;stroke-width:2.2;stroke-linejoin:round}"
    ".k{fill:none;stroke-width:0.8;opacity:0.6}"
    ".v{fill:none;stroke-width:1.2;stroke-dasharray:5 4;opacity:0.8}";

}  // namespace

std::string svg(const std::vector<Plot>& plots, const std::string& heading,
                const std::string& source) {
  for (const Plot& plot : plots) require_drawable(plot);
  const double each = plots.size() == 1 ? single_plot_height : plot_height;
  const double height = heading_height + each * static_cast<double>(plots.size()) + foot;
  const double end = width - label_width(plots);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n<style>{2}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<text class=\"h\" x=\"28\" y=\"42\">{3}</text>\n",
      width, height, style, escaped(heading));
  for (std::size_t i = 0; i < plots.size(); ++i) {
    out += PlotPainter(plots[i], heading_height + each * static_cast<double>(i), each, end).paint();
  }
  out += fmt::format("<text class=\"s\" x=\"28\" y=\"{}\">{}</text>\n</svg>\n", height - 14,
                     escaped(source));
  return out;
}

}  // namespace alembert
