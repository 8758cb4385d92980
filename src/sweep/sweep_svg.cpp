// Plots of a sweep over one parameter, and maps over two.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/error.hpp"
#include "alembert/plot.hpp"
#include "alembert/sweep_page.hpp"
#include "sweep/svg_map.hpp"
#include "sweep/sweep_sums.hpp"

namespace alembert {

namespace {

using sweep::Classes;
using sweep::ClassSums;
using sweep::MapPlot;

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
  Plot plot{"limits that bind, of good ones (%)", x, "%", false, false, {}};
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
