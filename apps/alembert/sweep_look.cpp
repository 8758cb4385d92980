// alembert sweep status, failures, show and plot.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include "alembert/sweep_page.hpp"
#include "io/text.hpp"
#include "sweep_actions.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

namespace fs = std::filesystem;

std::vector<std::pair<std::string, std::uint64_t>> by_number(
    const std::map<std::string, std::uint64_t>& counted) {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(counted.begin(), counted.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

struct Standing {
  std::uint64_t good = 0, proven = 0, by_clock = 0, warm = 0;
  double seconds = 0.0;
  std::map<std::string, std::uint64_t> statuses;
};

Standing standing_of(const SweepRecords& records) {
  Standing s;
  records.each([&](const SweepRecord& r) {
    s.good += r.good;
    s.proven += r.proven;
    s.by_clock += r.by_clock;
    s.warm += r.warm >= 0;
    s.seconds += r.seconds;
    ++s.statuses[r.status];
  });
  return s;
}

/// A group of problems that failed alike, and one of them to look at.
struct Failures {
  std::uint64_t count = 0;
  std::string key, message;
};

std::function<std::string(const SweepRecord&)> grouping(const std::string& by,
                                                        const std::vector<std::string>& names) {
  if (by == "cause") return [](const SweepRecord& r) { return r.cause; };
  if (by == "status") return [](const SweepRecord& r) { return r.status; };
  const auto it = std::find(names.begin(), names.end(), by);
  if (it == names.end()) {
    std::vector<std::string> known = names;
    known.insert(known.end(), {"cause", "status"});
    throw UsageError("--by " + by + " is no parameter of the sweep", io::did_you_mean(by, known));
  }
  const auto which = static_cast<std::size_t>(it - names.begin());
  return [which](const SweepRecord& r) { return significant(r.values[which]); };
}

std::optional<std::uint64_t> whole_number(const std::string& text) {
  std::uint64_t out = 0;
  const char* end = text.data() + text.size();
  return std::from_chars(text.data(), end, out).ptr == end ? std::optional(out) : std::nullopt;
}

/// By key, its beginning, or index: keys are looked for in what is answered, then in all.
std::uint64_t find_problem(const SweepArguments& options, const Sweep& sweep) {
  if (options.key.empty()) throw UsageError("no problem is named", "give its key, or its index");
  const auto number = whole_number(options.key);
  if (number && *number < sweep.size() && options.key.size() < 16) return *number;
  const bool whole = options.key.size() == 16;
  std::optional<std::uint64_t> found;
  for (std::uint64_t i = 0; i < sweep.size(); ++i) {
    if (!sweep.problem(i).key.starts_with(options.key)) continue;
    if (found) throw UsageError("several keys begin with " + options.key, "give more of it");
    found = i;
    if (whole) break;
  }
  if (found) return *found;
  throw Error(Error::Code::name, {options.sweep, 0}, "no problem has the key " + options.key,
              "`alembert sweep failures` and `merge` tell keys");
}

}  // namespace

Exit sweep_status(const SweepArguments& options) {
  const SweepFolder folder = SweepFolder::find(folder_of(options));
  const SweepRecords records(folder);
  const Standing s = standing_of(records);
  const std::uint64_t left = folder.size() - records.count();
  const int workers = worker_count(options);
  const double rest = records.count() == 0 ? infinity
                                           : s.seconds / static_cast<double>(records.count()) *
                                                 static_cast<double>(left) / workers;
  if (options.json) {
    return answer_with(json_text({{"name", folder.name()},
                                  {"problems", folder.size()},
                                  {"done", records.count()},
                                  {"good", s.good},
                                  {"proven", s.proven},
                                  {"by_clock", s.by_clock},
                                  {"warm", s.warm},
                                  {"statuses", s.statuses},
                                  {"logs", folder.logs().size()},
                                  {"damaged_bytes", records.damaged()},
                                  {"solving_seconds", s.seconds},
                                  {"left_seconds", records.count() ? Json(rest) : Json()}}));
  }
  Table table({"", ""});
  table.row({"sweep", folder.name()});
  table.row({"done", fmt::format("{} of {} ({:.1f} %), in {} logs", records.count(), folder.size(),
                                 100.0 * static_cast<double>(records.count()) /
                                     static_cast<double>(folder.size()),
                                 folder.logs().size())});
  table.row({"good", fmt::format("{}, of which {} proven at every instant", s.good, s.proven)});
  for (const auto& [status, count] : by_number(s.statuses)) {
    table.row({"", fmt::format("{} {}", count, status)});
  }
  if (s.by_clock > 0) {
    table.row({"by clock",
               fmt::format("{}: their answers depend on the machine and its load", s.by_clock)});
  }
  if (s.warm > 0) table.row({"warm", fmt::format("{} began from a neighbour", s.warm)});
  if (left > 0) {
    table.row({"left", fmt::format("{}, about {} on {} cores", left, time_words(rest), workers)});
  }
  return answer_with(table.text());
}

Exit sweep_failures(const SweepArguments& options) {
  const SweepFolder folder = SweepFolder::find(folder_of(options));
  const auto group = grouping(options.by, folder.parameters());
  const SweepRecords records(folder);
  std::map<std::string, Failures> groups;
  std::uint64_t all = 0;
  records.each([&](const SweepRecord& r) {
    if (r.good) return;
    Failures& one = groups[group(r)];
    if (one.count++ == 0) one.key = r.key, one.message = r.message;
    ++all;
  });
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [name, one] : groups) counts[name] = one.count;
  if (options.json) {
    Json list = Json::array();
    for (const auto& [name, count] : by_number(counts)) {
      list.push_back({{options.by, name},
                      {"count", count},
                      {"key", groups[name].key},
                      {"message", groups[name].message}});
    }
    return answer_with(
        json_text({{"not_good", all}, {"done", records.count()}, {"failures", list}}));
  }
  Table table({right("number"), options.by, "for example", "says"});
  for (const auto& [name, count] : by_number(counts)) {
    table.row({fmt::format("{}", count), name, groups[name].key, groups[name].message});
  }
  return answer_with(fmt::format("{} of {} are not good\n", all, records.count()) +
                     (all > 0 ? table.text() : ""));
}

Exit show_sweep(const SweepArguments& options) {
  const Sweep sweep = load_sweep(options);
  const std::uint64_t index = find_problem(options, sweep);
  const SweepProblem problem = sweep.problem(index);
  const fs::path folder = options.output.empty()
                              ? fs::path(folder_of(options)) / ("problem-" + problem.key)
                              : fs::path(options.output);
  fs::create_directories(folder);
  std::string robot = fs::absolute(problem.robot_file).lexically_normal();
  if (!problem.robot_text.empty()) {
    robot = "robot.yaml";
    write_out(folder / robot, problem.robot_text);
  }
  std::string text = problem.text;
  text.replace(problem.robot_begin, problem.robot_place.size(), robot);
  const std::string file = folder / "problem.yaml";
  write_out(file, text);
  const std::vector<double> values = sweep.values(index);
  if (options.json) {
    Json named;
    for (std::size_t i = 0; i < values.size(); ++i) named[sweep.parameters()[i]] = values[i];
    return answer_with(
        json_text({{"index", index}, {"key", problem.key}, {"values", named}, {"problem", file}}));
  }
  Table table({"", ""});
  table.row({"problem", fmt::format("{}, key {}", index, problem.key)});
  for (std::size_t i = 0; i < values.size(); ++i) {
    table.row({sweep.parameters()[i], significant(values[i])});
  }
  return answer_with(table.text() +
                     fmt::format("written: {}; look at it: alembert predict {}\n", file, file));
}

Exit plot_sweep(const SweepArguments& options) {
  check_pictures(options.pictures);
  const SweepFolder folder = SweepFolder::find(folder_of(options));
  const SweepView view{options.x.empty() ? folder.parameters().front() : options.x, options.y,
                       options.z, options.of};
  if (view.y.empty() && (!view.z.empty() || view.of == "limits")) {
    throw UsageError(
        view.z.empty() ? "a map of limits needs a second parameter" : "--z is given without --y",
        "give --y NAME");
  }
  const std::string ending = fs::path(options.output).extension();
  if (!options.output.empty() && ending != ".svg" && ending != ".html") {
    throw UsageError("'" + options.output + "' does not tell the format",
                     "end --output in .svg or .html");
  }
  const SweepRecords records(folder);
  std::vector<std::string> written;
  const auto write = [&](const std::string& path, const std::string& text) {
    write_out(path, text);
    written.push_back(path);
  };
  const std::string svg_file = options.output.empty() ? fs::path(folder.path()) / "sweep.svg"
                               : ending == ".svg"     ? fs::path(options.output)
                                                      : fs::path();
  const std::string html_file = options.output.empty() ? fs::path(folder.path()) / "sweep.html"
                                : ending == ".html"    ? fs::path(options.output)
                                                       : fs::path();
  if (!svg_file.empty()) write(svg_file, sweep_svg(folder, records, view));
  if (!html_file.empty() || options.pictures.any()) {
    const std::string html = sweep_html(folder, records, view, page_origin());
    if (!html_file.empty()) write(html_file, html);
    draw_pictures(options.pictures, html);
  }
  const Json told = {{"problems", folder.size()}, {"done", records.count()}, {"written", written}};
  return answer_with(options.json ? json_text(told)
                                  : fmt::format("written: {}\n", fmt::join(written, ", ")));
}

}  // namespace alembert::cli
