// Plots of a sweep over one parameter, and maps over two.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/error.hpp"
#include "alembert/plot.hpp"
#include "alembert/sweep_page.hpp"
#include "report/svg_scale.hpp"
#include "sweep/sweep_sums.hpp"

namespace alembert {

namespace {

using report::palette;
using report::Scale;
using sweep::Classes;
using sweep::ClassSums;

/// One number, or one word, over two: cells in colour.
struct MapPlot {
  std::string title, x_label, y_label, value_label;
  std::vector<double> x, y;  ///< middles of columns and rows, rising
  /// One a cell, row by row; not a number: nothing is there. Of words: their number.
  std::vector<double> values;
  std::vector<std::string> words = {};  ///< empty: values are numbers
};

constexpr double picture_width = 960, map_left = 104, map_right = 720, map_top = 70,
                 map_height = 480;

/// Cividis, dark blue to yellow, the same to every eye.
std::string shade(double share) {
  static constexpr std::array<std::array<double, 3>, 5> stops = {
      {{0, 51, 110}, {87, 92, 112}, {133, 128, 120}, {189, 173, 102}, {255, 222, 71}}};
  const double x = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(x), stops.size() - 2);
  const double f = x - static_cast<double>(i);
  std::array<int, 3> c{};
  for (std::size_t k = 0; k < 3; ++k) {
    c[k] = static_cast<int>(std::lround(stops[i][k] * (1 - f) + stops[i + 1][k] * f));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]);
}

/// Where cells end: half way between middles.
std::vector<double> edges(const std::vector<double>& middles) {
  std::vector<double> out(middles.size() + 1);
  for (std::size_t i = 1; i < middles.size(); ++i) out[i] = 0.5 * (middles[i - 1] + middles[i]);
  const double half = middles.size() > 1 ? 0.5 * (middles[1] - middles[0]) : 0.5;
  out.front() = middles.front() - half;
  out.back() = middles.size() > 1 ? middles.back() + (middles.back() - out[middles.size() - 1])
                                  : middles.back() + half;
  return out;
}

std::string text_at(double x, double y, const std::string& text, const char* anchor,
                    const char* more = "") {
  return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}' {}>{}</text>\n", x, y, anchor,
                     more, report::escaped(text));
}

std::string key_of_numbers(const MapPlot& map, double low, double high) {
  constexpr int steps = 40;
  constexpr double left = map_right + 40, width = 26;
  std::string out;
  for (int i = 0; i < steps; ++i) {
    const double share = (i + 0.5) / steps;
    out += fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}'/>\n",
                       left, map_top + map_height * (1.0 - (i + 1.0) / steps), width,
                       map_height / steps + 0.5, shade(share));
  }
  for (int i = 0; i <= 4; ++i) {
    const double share = i / 4.0;
    out += text_at(left + width + 8, map_top + map_height * (1.0 - share) + 5,
                   fmt::format("{:.3g}", low + share * (high - low)), "start");
  }
  return out + text_at(left, map_top - 14, map.value_label, "start");
}

std::string key_of_words(const MapPlot& map) {
  std::string out;
  double y = map_top + 12;
  for (std::size_t i = 0; i < map.words.size(); ++i, y += 24) {
    out += fmt::format("<rect x='{}' y='{:.1f}' width='14' height='14' fill='{}'/>\n",
                       map_right + 20, y - 12, palette[i % palette.size()]);
    out += text_at(map_right + 40, y, map.words[i], "start");
  }
  return out;
}

std::string axes_of(const MapPlot& map, const Scale& across, const Scale& up) {
  std::string out =
      fmt::format("<rect x='{}' y='{}' width='{}' height='{}' fill='none' stroke='#888'/>\n",
                  map_left, map_top, map_right - map_left, map_height);
  for (const Scale::Tick& tick : across.ticks()) {
    out += text_at(tick.at, map_top + map_height + 20, tick.label, "middle");
  }
  for (const Scale::Tick& tick : up.ticks()) {
    out += text_at(map_left - 8, tick.at + 5, tick.label, "end");
  }
  out += text_at(0.5 * (map_left + map_right), map_top + map_height + 44, map.x_label, "middle");
  const double middle = map_top + 0.5 * map_height;
  return out + text_at(24, middle, map.y_label, "middle",
                       fmt::format("transform='rotate(-90 24 {:.1f})'", middle).c_str());
}

std::string svg_map(const MapPlot& map, const std::string& source) {
  const std::vector<double> x = edges(map.x), y = edges(map.y);
  const Scale across(x.front(), x.back(), false, map_left, map_right);
  const Scale up(y.front(), y.back(), false, map_top + map_height, map_top);
  double low = 1e300, high = -1e300;
  for (const double v : map.values) {
    if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  }
  constexpr double height = map_top + map_height + 80;
  std::string out = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}' "
      "font-family='sans-serif' font-size='14' fill='#222'>\n<rect width='100%' height='100%' "
      "fill='white'/>\n",
      picture_width, height);
  out += text_at(map_left, 32, map.title, "start", "font-size='19' font-weight='bold'");
  for (std::size_t j = 0; j < map.y.size(); ++j) {
    for (std::size_t i = 0; i < map.x.size(); ++i) {
      const double v = map.values[j * map.x.size() + i];
      if (!std::isfinite(v)) continue;
      const std::string fill = map.words.empty()
                                   ? shade(high > low ? (v - low) / (high - low) : 0.5)
                                   : palette[static_cast<std::size_t>(v) % palette.size()];
      out += fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}'/>\n",
                         across(x[i]), up(y[j + 1]), across(x[i + 1]) - across(x[i]) + 0.4,
                         up(y[j]) - up(y[j + 1]) + 0.4, fill);
    }
  }
  out += axes_of(map, across, up);
  out += map.words.empty() ? key_of_numbers(map, low, high) : key_of_words(map);
  out += text_at(picture_width - 12, height - 12, source, "end", "font-size='11' fill='#777'");
  return out + "</svg>\n";
}

constexpr std::size_t most_classes = 200, most_limits = 6;

std::string source_of(const SweepFolder& folder, const SweepRecords& records) {
  return fmt::format("{} of {} problems of {}", records.count(), folder.size(), folder.name());
}

std::string quantity_label(const std::string& what) {
  if (what == "duration") return "duration (s)";
  if (what == "success") return "good (%)";
  if (what == "violation") return "beyond a limit (%)";
  return what;
}

/// One number a class, where there is one.
PlotLine line_over(const std::string& label, const Classes& classes,
                   const std::vector<ClassSums>& sums,
                   const std::function<double(const ClassSums&)>& value) {
  PlotLine line{label, {}, {}};
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double v = sums[i].count > 0 ? value(sums[i]) : std::nan("");
    if (!std::isfinite(v)) continue;
    line.x.push_back(classes.middles()[i]);
    line.y.push_back(v);
  }
  line.markers = line.x.size() <= 60;
  return line;
}

Plot limits_plot(const std::string& x, const Classes& classes, const std::vector<ClassSums>& sums) {
  Plot plot{"limits that bind, of good ones (%)", x, "%"};
  for (const std::string& limit : sweep::frequent_limits(sums, most_limits)) {
    plot.lines.push_back(line_over(limit, classes, sums, [&](const ClassSums& s) {
      const auto it = s.limits.find(limit);
      const double number = it == s.limits.end() ? 0.0 : static_cast<double>(it->second);
      return s.good > 0 ? 100.0 * number / static_cast<double>(s.good) : std::nan("");
    }));
  }
  return plot;
}

std::string over_one(const SweepFolder& folder, const SweepRecords& records,
                     const SweepView& view) {
  const std::size_t x = sweep::parameter_index(folder, view.x);
  const Classes classes(records, x, most_classes);
  std::vector<ClassSums> sums(classes.middles().size());
  records.each([&](const SweepRecord& r) { sums[classes.of(r.values[x])].add(r); });
  const auto of = [](const std::string& what) {
    return [what](const ClassSums& s) { return s.of(what); };
  };
  std::vector<Plot> plots;
  const auto add = [&](const char* title, const char* unit, std::vector<PlotLine> lines) {
    plots.push_back({title, view.x, unit, false, false, std::move(lines)});
  };
  add("success", "good (%)", {line_over("good", classes, sums, of("success"))});
  if (view.of == "success") {
    return svg(plots, fmt::format("{}: success over {}", folder.name(), view.x),
               source_of(folder, records));
  }
  if (view.of == "violation") {
    add("margin that is left (below 0) or missing, mean", "% of a limit",
        {line_over("violation", classes, sums, of("violation"))});
  }
  const PlotLine mean = line_over("mean", classes, sums, of("duration"));
  if (!mean.x.empty()) {
    add("duration of good ones", "s",
        {mean,
         line_over("shortest", classes, sums,
                   [](const ClassSums& s) { return s.good ? s.shortest : std::nan(""); }),
         line_over("longest", classes, sums,
                   [](const ClassSums& s) { return s.good ? s.longest : std::nan(""); })});
    add("objective of good ones, mean", "objective",
        {line_over("objective", classes, sums, of("objective"))});
  }
  const Plot limits = limits_plot(view.x, classes, sums);
  if (!limits.lines.empty()) plots.push_back(limits);
  return svg(plots, fmt::format("{} over {}", folder.name(), view.x), source_of(folder, records));
}

std::string over_two(const SweepFolder& folder, const SweepRecords& records,
                     const SweepView& view) {
  const std::size_t x = sweep::parameter_index(folder, view.x);
  const std::size_t y = sweep::parameter_index(folder, view.y);
  const Classes across(records, x, most_classes), up(records, y, most_classes);
  const std::size_t columns = across.middles().size();
  std::vector<ClassSums> sums(columns * up.middles().size());
  records.each([&](const SweepRecord& r) {
    sums[up.of(r.values[y]) * columns + across.of(r.values[x])].add(r);
  });
  MapPlot map{
      fmt::format("{}: {}", folder.name(), view.of == "limits" ? "what binds most often" : view.of),
      view.x,
      view.y,
      quantity_label(view.of),
      across.middles(),
      up.middles(),
      {}};
  if (view.of == "limits") {
    map.words = sweep::frequent_limits(sums, most_limits);
    map.words.push_back("other");
  }
  for (const ClassSums& s : sums) {
    double value = std::nan("");
    if (s.count > 0 && view.of != "limits") value = s.of(view.of);
    if (s.good > 0 && view.of == "limits") {
      const auto it = std::find(map.words.begin(), map.words.end() - 1, s.most_binding());
      value = static_cast<double>(it - map.words.begin());
    }
    map.values.push_back(value);
  }
  return svg_map(map, source_of(folder, records));
}

}  // namespace

std::string sweep_svg(const SweepFolder& folder, const SweepRecords& records,
                      const SweepView& view) {
  if (records.count() == 0) {
    throw Error(Error::Code::value, {folder.path(), 0},
                "nothing is done yet: there is nothing to draw", "run the sweep first");
  }
  SweepView full = view;
  if (full.x.empty()) full.x = folder.parameters().front();
  return full.y.empty() ? over_one(folder, records, full) : over_two(folder, records, full);
}

}  // namespace alembert
