// The page of a sweep: charts, a map in space, failures by cause.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "alembert/error.hpp"
#include "alembert/sweep_page.hpp"
#include "report/page_parts.hpp"
#include "sweep/sweep_sums.hpp"

namespace alembert {

namespace {

using report::PageJson;

constexpr std::uint64_t most_balls = 20'000;

PageJson chart_json(const std::string& id, const std::string& title, const std::string& picture) {
  return {{"id", id}, {"title", title}, {"svg", report::base64(picture)}};
}

double value_of(const SweepRecord& record, const std::string& of) {
  if (of == "objective") return record.objective;
  if (of == "violation") return 100.0 * record.violation;
  if (of == "success") return record.good ? 1.0 : 0.0;
  return record.duration;
}

/// Of many problems every so many-th.
PageJson map_json(const SweepFolder& folder, const SweepRecords& records, const SweepView& view) {
  std::vector<std::size_t> axes;
  for (const std::string& name : {view.x, view.y, view.z}) {
    axes.push_back(sweep::parameter_index(folder, name));
  }
  const std::uint64_t every = (records.count() + most_balls - 1) / most_balls;
  std::vector<double> places, values, good;
  std::uint64_t seen = 0;
  records.each([&](const SweepRecord& r) {
    if (seen++ % every != 0) return;
    for (const std::size_t axis : axes) places.push_back(r.values[axis]);
    values.push_back(value_of(r, view.of));
    good.push_back(r.good ? 1.0 : 0.0);
  });
  return {{"axes", {view.x, view.y, view.z}},
          {"of", view.of == "duration" ? "duration, s" : view.of},
          {"every", every},
          {"pose", PageJson::array()},
          {"places", report::packed(places, true)},
          {"values", report::packed(values, true)},
          {"good", report::packed(good, true)}};
}

/// The robot where the problem begins, if its sweep is still there.
void add_robot(const SweepFolder& folder, PageJson& page, PageJson& map) {
  try {
    const MotionFile base = Sweep::load(folder.sweep_file()).base();
    const Model& model = base.problem.model;
    Eigen::VectorXd pose = Eigen::VectorXd::Zero(model.dofs());
    if (base.problem.start.q) pose = *base.problem.start.q;
    page["robots"] = PageJson::array({report::robot_json(base.robot, model, base.meshes, nullptr)});
    map["pose"] = report::vector_json(pose);
  } catch (const Error&) {
    // The map is worth showing without it.
  }
}

struct Totals {
  std::uint64_t good = 0, proven = 0;
  PageJson failures = PageJson::array();
};

Totals totals_of(const SweepRecords& records) {
  Totals totals;
  std::map<std::string, PageJson> by_cause;
  records.each([&](const SweepRecord& r) {
    totals.good += r.good;
    totals.proven += r.proven;
    if (r.good) return;
    PageJson& one = by_cause[r.cause];
    if (one.is_null()) {
      one = {{"cause", r.cause}, {"count", 0}, {"key", r.key}, {"message", r.message}};
    }
    one["count"] = one["count"].get<std::uint64_t>() + 1;
  });
  std::vector<PageJson> sorted;
  for (const auto& [cause, one] : by_cause) sorted.push_back(one);
  std::stable_sort(sorted.begin(), sorted.end(), [](const PageJson& a, const PageJson& b) {
    return a.at("count").get<std::uint64_t>() > b.at("count").get<std::uint64_t>();
  });
  for (PageJson& one : sorted) totals.failures.push_back(std::move(one));
  return totals;
}

}  // namespace

std::string sweep_html(const SweepFolder& folder, const SweepRecords& records,
                       const SweepView& view, const PageOrigin& origin) {
  SweepView full = view;
  if (full.x.empty()) full.x = folder.parameters().front();
  PageJson page = report::page_head("sweep", folder.name(), origin);
  PageJson charts = PageJson::array();
  if (!full.y.empty()) {
    for (const char* of : {"duration", "objective", "success", "limits"}) {
      SweepView one = full;
      one.of = of;
      charts.push_back(chart_json(std::string("map-") + of,
                                  fmt::format("{} over {} and {}", of, full.x, full.y),
                                  sweep_svg(folder, records, one)));
    }
  }
  for (const std::string& name : {full.x, full.y, full.z}) {
    if (name.empty()) continue;
    charts.push_back(chart_json("over-" + name, "Over " + name,
                                sweep_svg(folder, records, {name, "", "", full.of})));
  }
  Totals totals = totals_of(records);
  PageJson all = {{"name", folder.name()},       {"problems", folder.size()},
                  {"done", records.count()},     {"good", totals.good},
                  {"proven", totals.proven},     {"parameters", folder.parameters()},
                  {"charts", std::move(charts)}, {"failures", std::move(totals.failures)}};
  if (!full.y.empty() && !full.z.empty()) {
    all["map"] = map_json(folder, records, full);
    add_robot(folder, page, all["map"]);
  }
  page["sweep"] = std::move(all);
  return report::filled_page(page);
}

}  // namespace alembert
