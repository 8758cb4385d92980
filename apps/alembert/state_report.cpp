#include "state_report.hpp"

#include <algorithm>

#include "io/csv.hpp"
#include "io/state_columns.hpp"
#include "io/text_source.hpp"
#include "limit_watch.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

bool needs(const StateReport& report, const std::string& quantity) {
  return std::find(report.quantities.begin(), report.quantities.end(), quantity) !=
         report.quantities.end();
}

Json document_head(const Model& model, const std::vector<int>& order, const StateReport& report) {
  Json head = {{"joints", json_names(model, order)}};
  head["units"] = report.units.empty() ? si_units() : report.units;
  return head;
}

/// What `make` makes of a state; where it cannot, the error says which state that is.
template <typename Make>
auto at_state(const Location& where, const std::string& label, Make make) {
  try {
    return make();
  } catch (const Error& e) {
    if (!e.where().file.empty()) throw;
    throw Error(e.code(), where, label + (label.empty() ? "" : ": ") + e.reason(), e.fix());
  }
}

void report_samples(const StateReportOptions& options, const Model& model,
                    const StateReport& report) {
  const StateFile states =
      read_samples(options.samples, model, report.quantities, options.robot.robot);
  Json document = document_head(model, states.order, report);
  document["samples"] = Json::array();
  std::string text;
  const std::string& file = options.samples.state;
  const Location where{file.empty() ? "" : io::display_name(file), 0};
  for (std::size_t s = 0; s < states.samples.size(); ++s) {
    at_state(where, sample_label(s, states.samples.size()), [&] {
      if (options.json) {
        document["samples"].push_back(report.json(states.samples[s], states.order));
      } else {
        text += sample_heading(s, states.samples.size());
        text += report.text(states.samples[s], states.order);
      }
    });
  }
  write_out(options.output, options.json ? json_text(document) : text);
}

/// What it has beside what is needed is left alone.
io::StateColumns report_columns(const io::CsvReader& reader, const Model& model,
                                const StateReport& report) {
  const io::StateColumns columns =
      io::state_columns(reader, model, needs(report, "tau") ? "tau" : "a");
  io::require_all(columns.q, "q", model, reader.where());
  const std::string file = Location{reader.where().file, 0}.prefix();
  for (const auto& [name, of] :
       {std::pair{"v", &columns.v}, std::pair{"a", &columns.a}, std::pair{"tau", &columns.tau}}) {
    if (report.ignored == name && of->any()) {
      note(fmt::format("{} the {} columns are not needed and are ignored", file, name));
    }
    if (!needs(report, name)) continue;
    io::require_all_or_none(*of, name, model, reader.where());
    if (!of->any() && model.dofs() > 0) {
      note(fmt::format("{} no {} columns: taken as zero", file, name));
    }
  }
  return columns;
}

void report_trajectory(const StateReportOptions& options, const Model& model,
                       const StateReport& report) {
  io::CsvReader reader(options.trajectory);
  const io::StateColumns columns = report_columns(reader, model, report);
  const bool has_t = columns.t != io::Columns::absent;
  const std::vector<int> order = model_order(model);
  std::vector<double> cells(reader.header().size()), row;
  if (!reader.next(cells)) {
    throw Error(Error::Code::size, {reader.where().file, 0}, "a header and no rows below it",
                "give a row an instant");
  }
  Output output(options.output);
  if (options.json) {
    output.comes_in_pieces("]");
    const std::string head = document_head(model, order, report).dump();
    output.write(head.substr(0, head.size() - 1) + ",\"samples\":[");
  } else {
    std::string head = has_t ? "t" : "";
    for (const std::string& column : report.columns) {
      head += (head.empty() ? "" : ",") + io::csv_cell(column);
    }
    output.write(head + "\n");
  }
  Progress progress(reader.bytes_total());
  LimitWatch watch(model, reader.where().file);
  State at;
  at.q = at.v = at.a = at.tau = Eigen::VectorXd::Zero(model.dofs());
  std::uint64_t rows = 0;
  do {
    ++rows;
    columns.q.gather(cells, at.q);
    columns.v.gather(cells, at.v);
    columns.a.gather(cells, at.a);
    columns.tau.gather(cells, at.tau);
    watch.look(at.q, at.v, needs(report, "tau") ? at.tau : Eigen::VectorXd());
    const double t = has_t ? cells[columns.t] : 0.0;
    if (options.json) {
      Json sample = Json::object();
      if (has_t) sample["t"] = t;
      sample.update(at_state(reader.where(), "", [&] { return report.json(at, order); }));
      output.write((rows > 1 ? ",\n" : "\n") + sample.dump());
    } else {
      row.clear();
      if (has_t) row.push_back(t);
      at_state(reader.where(), "", [&] { report.row(at, row); });
      output.write(fmt::format("{}\n", fmt::join(row, ",")));
    }
    progress.update(rows, reader.bytes_read());
  } while (reader.next(cells));
  if (options.json) output.write("]}\n");
  output.finish();
}

}  // namespace

void add_state_report_options(Command& command, StateReportOptions& options,
                              const std::vector<std::string>& quantities) {
  add_sample_options(command, options.samples, quantities);
  command.option("--trajectory", "FILE.csv", options.trajectory,
                 "CSV with a row an instant, - for standard input; the answer is CSV");
  command.option("--output", "FILE", options.output,
                 "write the answer there instead of to standard output, whole or not at all");
  command.flag("--json", options.json, "answer with one JSON document");
}

std::string state_report_help(const std::vector<std::string>& quantities) {
  std::string columns = "t,q.j1,q.j2";
  for (const std::string& name : quantities) columns += fmt::format(",{0}.j1,{0}.j2", name);
  return fmt::format(
      R"(TRAJECTORIES are CSV with a header that names the columns, in any order, as `alembert predict`
and `alembert id` know them: {}
t (s) may be left out, and so may all but q, which is then zero. The answer is CSV whose header names
every column with its unit.

{})",
      columns, state_file_help);
}

Exit run_state_report(const StateReportOptions& options, const Model& model,
                      const StateReport& report) {
  if (options.trajectory.empty() == !options.samples.given()) {
    throw UsageError(options.trajectory.empty() ? "no state and no trajectory is given"
                                                : "both a state and a trajectory are given",
                     "give one of --state FILE, --q q1,q2,... and --trajectory FILE.csv");
  }
  if (options.trajectory.empty()) {
    report_samples(options, model, report);
  } else {
    report_trajectory(options, model, report);
  }
  return Exit::done;
}

}  // namespace alembert::cli
