// Hand-written SVG: axes with round ticks or decades, direct labels, colours that colour-blind eyes
// can tell apart (Okabe and Ito 2008), dashes from the second round of colours on.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "alembert/error.hpp"
#include "alembert/plot.hpp"
#include "report/svg_scale.hpp"

namespace alembert {

namespace {

using report::escaped;
using report::palette;
using report::Scale;

constexpr std::array dashes = {"", "7 4", "2 4"};

constexpr double width = 960, plot_left = 104, heading_height = 64, foot = 34;
constexpr double plot_height = 330, single_plot_height = 500, above = 30, below = 52;
constexpr double label_spacing = 17;
// Of small multiples: what a row takes, what its panels leave for their ticks.
constexpr double row_height = 112, row_above = 24, row_below = 10, panel_ticks = 62;

/// Where a plot's frame is, and whether there is room for words around it.
struct Place {
  double left, end, top, bottom;
  bool small = false;
  std::size_t first_colour = 0;
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

/// Words at a place, where they begin, have their middle or end.
std::string words_at(char kind, const char* anchor, double x, double y, const std::string& words) {
  return fmt::format("<text class=\"{}\" text-anchor=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                     kind, anchor, x, y, escaped(words));
}

class PlotPainter {
 public:
  PlotPainter(const Plot& plot, const Place& place)
      : plot_(plot),
        at_(place),
        x_(scale(&PlotLine::x, {}, plot.log_x, place.left, place.end)),
        y_(scale(&PlotLine::y, plot.levels, plot.log_y, place.bottom, place.top)) {
    y_.round_out();
  }

  std::string paint() const {
    return title() + grid() + words() + marks() + levels() + curves() + labels();
  }
  /// Without words around it but for the vertical axis; the horizontal one's where asked for.
  std::string paint_small(bool time_ticks) const {
    return grid() + (time_ticks ? small_ticks() : "") + marks() + levels() + curves();
  }

 private:
  Scale scale(std::vector<double> PlotLine::*values, const std::vector<PlotLevel>& levels, bool log,
              double from, double to) const {
    report::Extent extent;
    for (const PlotLevel& level : levels) extent.include({level.y});
    for (const PlotLine& line : plot_.lines) extent.include(line.*values);
    return Scale(extent.low, extent.high, log, from, to, at_.small ? 2.5 : 5.0);
  }

  std::string title() const {
    return fmt::format("<text class=\"t\" x=\"{}\" y=\"{:.1f}\">{}</text>\n", at_.left,
                       at_.top - 12, escaped(plot_.title));
  }

  std::string grid() const {
    std::string out;
    for (const Scale::Tick& tick : y_.ticks()) {
      out += fmt::format("<path class=\"{}\" d=\"M{} {:.1f}H{}\"/>\n",
                         tick.label.empty() ? "m" : "g", at_.left, tick.at, at_.end);
      if (!tick.label.empty()) {
        out += words_at(at_.small ? 's' : 'n', "end", at_.left - 8, tick.at + 4, tick.label);
      }
    }
    out += fmt::format("<path class=\"a\" d=\"M{} {:.1f}H{}\"/>\n", at_.left, at_.bottom, at_.end);
    return out;
  }

  /// Ticks and names of both axes.
  std::string words() const {
    std::string out;
    for (const Scale::Tick& tick : x_.ticks()) {
      out += fmt::format("<path class=\"a\" d=\"M{:.1f} {:.1f}v{}\"/>\n", tick.at, at_.bottom,
                         tick.label.empty() ? 3 : 6);
      if (!tick.label.empty()) out += words_at('n', "middle", tick.at, at_.bottom + 20, tick.label);
    }
    out += words_at('l', "middle", (at_.left + at_.end) / 2, at_.bottom + 40, plot_.x_label);
    out += fmt::format(
        "<text class=\"l\" text-anchor=\"middle\" transform=\"translate(24 {:.1f}) "
        "rotate(-90)\">{}</text>\n",
        (at_.top + at_.bottom) / 2, escaped(plot_.y_label));
    return out;
  }

  std::string small_ticks() const {
    std::string out;
    for (const Scale::Tick& tick : x_.ticks()) {
      out += words_at('s', "middle", tick.at, at_.bottom + 16, tick.label);
    }
    return out + words_at('s', "middle", (at_.left + at_.end) / 2, at_.bottom + 34, plot_.x_label);
  }

  /// Names stand above the frame, one beside the other as long as there is room.
  std::string marks() const {
    std::string out;
    double taken = at_.small ? at_.left : at_.left + 9.0 * static_cast<double>(plot_.title.size());
    for (const PlotMark& mark : plot_.marks) {
      const double x = x_(mark.x);
      out += fmt::format("<path class=\"w\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>\n", x, at_.top - 4,
                         at_.bottom);
      const double half = 3.2 * static_cast<double>(mark.label.size());
      if (at_.small || x - half < taken) continue;
      taken = x + half + 8;
      out += words_at('s', "middle", x, at_.top - 8, mark.label);
    }
    return out;
  }

  std::string colour(std::size_t i) const {
    return palette[(at_.first_colour + i) % palette.size()];
  }
  static std::string dash(std::size_t i) {
    return dashes[std::min(i / palette.size(), dashes.size() - 1)];
  }
  std::string colour_of(std::size_t i) const {
    const int beside = plot_.lines[i].beside;
    return colour(beside < 0 ? i : static_cast<std::size_t>(beside));
  }

  /// Levels that are the same for several lines take turns at their dashes.
  std::string levels() const {
    std::string out;
    for (std::size_t i = 0; i < plot_.levels.size(); ++i) {
      const PlotLevel& level = plot_.levels[i];
      std::size_t turn = 0, sharing = 0;
      for (std::size_t k = 0; k < plot_.levels.size(); ++k) {
        if (plot_.levels[k].y != level.y) continue;
        turn += k < i ? 1 : 0;
        ++sharing;
      }
      std::string pattern;
      if (sharing > 1) {
        pattern = fmt::format(" style=\"stroke-dasharray:5 {};stroke-dashoffset:{}\"",
                              9 * sharing - 5, -9.0 * static_cast<double>(turn));
      }
      out += fmt::format("<path class=\"v\" stroke=\"{}\" d=\"M{} {:.1f}H{}\"{}/>\n",
                         level.line < 0 ? "#666" : colour(static_cast<std::size_t>(level.line)),
                         at_.left, y_(level.y), at_.end, pattern);
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
    const std::vector<double> at = spread(ends, at_.top, at_.bottom - 2);
    std::string out;
    for (std::size_t k = 0; k < named.size(); ++k) {
      const std::size_t i = named[k];
      out += fmt::format("<path class=\"k\" stroke=\"{}\" d=\"M{:.1f} {:.1f}L{} {:.1f}\"/>\n",
                         colour(i), x_(plot_.lines[i].x.back()) + 4, ends[k], at_.end + 20, at[k]);
      out += fmt::format("<text class=\"e\" style=\"fill:{}\" x=\"{}\" y=\"{:.1f}\">{}</text>\n",
                         colour(i), at_.end + 24, at[k] + 4, escaped(plot_.lines[i].label));
    }
    return out;
  }

  const Plot& plot_;
  Place at_;
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

std::size_t named_lines(const Plot& plot) {
  return static_cast<std::size_t>(
      std::count_if(plot.lines.begin(), plot.lines.end(),
                    [](const PlotLine& line) { return line.beside < 0 && !line.x.empty(); }));
}

/// Names of lines in their colours, for panels that have the same ones.
std::string legend(const Plot& plot) {
  std::string out;
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    if (plot.lines[i].beside >= 0 || plot.lines[i].x.empty()) continue;
    out += fmt::format("<tspan class=\"e\" dx=\"14\" style=\"fill:{}\">{}</tspan>",
                       palette[i % palette.size()], escaped(plot.lines[i].label));
  }
  return out;
}

constexpr const char* style =
    "text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;fill:#222}"
    ".h{font-size:22px;font-weight:bold}.t{font-size:15px;font-weight:bold}"
    ".l{font-size:14px;fill:#444}.n{font-size:13px;fill:#444}.s{font-size:12px;fill:#666}"
    ".e{font-size:13px}.g{stroke:#d9d9d9;fill:none}.m{stroke:#f0f0f0;fill:none}"
    ".a{stroke:#444;fill:none}.c{fill:none;stroke-width:2.2;stroke-linejoin:round}"
    ".k{fill:none;stroke-width:0.8;opacity:0.6}"
    ".v{fill:none;stroke-width:1.2;stroke-dasharray:5 4;opacity:0.8}"
    ".w{fill:none;stroke:#888;stroke-width:1;stroke-dasharray:1 3}";

std::string opening(double height, const std::string& heading) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n<style>{2}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<text class=\"h\" x=\"28\" y=\"42\">{3}</text>\n",
      width, height, style, escaped(heading));
}

std::string closing(double height, const std::string& source) {
  return fmt::format("<text class=\"s\" x=\"28\" y=\"{}\">{}</text>\n</svg>\n", height - 14,
                     escaped(source));
}

}  // namespace

std::string svg(const std::vector<Plot>& plots, const std::string& heading,
                const std::string& source) {
  for (const Plot& plot : plots) require_drawable(plot);
  const double each = plots.size() == 1 ? single_plot_height : plot_height;
  const double height = heading_height + each * static_cast<double>(plots.size()) + foot;
  const double end = width - label_width(plots);
  std::string out = opening(height, heading);
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const double top = heading_height + each * static_cast<double>(i);
    out += PlotPainter(plots[i], {plot_left, end, top + above, top + each - below}).paint();
  }
  return out + closing(height, source);
}

std::string svg_rows(const std::vector<PlotRow>& rows, const std::string& heading,
                     const std::string& source) {
  std::size_t columns = 1;
  bool by_line = false;
  for (const PlotRow& row : rows) {
    columns = std::max(columns, row.plots.size());
    for (const Plot& plot : row.plots) {
      require_drawable(plot);
      by_line = by_line || named_lines(plot) > 1;
    }
  }
  constexpr double titles = 26, margin = 28;
  const double begin = heading_height + titles;
  const double height = begin + row_height * static_cast<double>(rows.size()) + 34 + foot;
  const double each = (width - 2 * margin) / static_cast<double>(columns);
  std::string out = opening(height, heading);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double top = begin + row_height * static_cast<double>(r);
    out += fmt::format(
        "<text class=\"e\" style=\"font-weight:bold\" x=\"{}\" y=\"{:.1f}\">{}</text>\n", margin,
        top + 14, escaped(rows[r].label));
    for (std::size_t c = 0; c < rows[r].plots.size(); ++c) {
      const Plot& plot = rows[r].plots[c];
      const double left = margin + each * static_cast<double>(c) + panel_ticks;
      const double end = margin + each * static_cast<double>(c + 1) - 6;
      if (r == 0) {
        out += fmt::format("<text class=\"t\" x=\"{:.1f}\" y=\"{:.1f}\">{}{}</text>\n", left,
                           begin - 8, escaped(plot.title), by_line ? legend(plot) : "");
      }
      out += words_at('s', "end", end, top + 14, plot.y_label);
      out += PlotPainter(plot, {left, end, top + row_above, top + row_height - row_below, true,
                                by_line ? 0 : r})
                 .paint_small(r + 1 == rows.size());
    }
  }
  return out + closing(height, source);
}

}  // namespace alembert
