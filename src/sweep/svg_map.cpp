#include "sweep/svg_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/svg_scale.hpp"

namespace alembert::sweep {

namespace {

using report::escaped;
using report::Scale;

constexpr double picture = 960, map_left = 104, map_right = 720, map_top = 70, map_height = 480;
constexpr std::array palette = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                "#b07d00", "#56b4e9", "#333333"};

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
                     more, escaped(text));
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

}  // namespace

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
      picture, height);
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
  out += text_at(picture - 12, height - 12, source, "end", "font-size='11' fill='#777'");
  return out + "</svg>\n";
}

}  // namespace alembert::sweep
