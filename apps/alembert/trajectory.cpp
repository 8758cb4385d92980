#include "trajectory.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "alembert/motion_document.hpp"
#include "io/csv.hpp"
#include "io/state_columns.hpp"
#include "limit_watch.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace alembert::cli {

namespace {

/// Where in a row the time and the three quantities stand.
struct Layout {
  int t;
  io::Columns q, v, given;
};

Layout read_layout(const io::CsvReader& reader, const Model& model, const std::string& given) {
  const io::StateColumns columns = io::state_columns(reader, model, given);
  const bool torques = given == "tau";
  const Layout layout{columns.t, columns.q, columns.v, torques ? columns.tau : columns.a};
  io::require_all(layout.q, "q", model, reader.where());
  const std::string file = Location{reader.where().file, 0}.prefix();
  for (const auto& [quantity, of] :
       {std::pair{std::string("v"), &layout.v}, std::pair{given, &layout.given}}) {
    io::require_all_or_none(*of, quantity, model, reader.where());
    if (!of->any() && model.dofs() > 0) {
      note(fmt::format("{} no {} columns: taken as zero", file, quantity));
    }
  }
  if ((torques ? columns.a : columns.tau).any()) {
    note(fmt::format("{} the {} columns are not needed and are ignored", file,
                     torques ? "a" : "tau"));
  }
  return layout;
}

/// The answer's rows, as CSV or as one JSON document that is written piece by piece.
class RowWriter {
 public:
  RowWriter(Output& output, const Model& model, const std::string& wanted, bool has_t, bool json)
      : output_(output), wanted_(wanted), has_t_(has_t), json_(json) {
    if (json_) {
      const std::string names = json_names(model, model_order(model)).dump();
      output_.comes_in_pieces("]");
      print("{{\"joints\":{},\"units\":{},\"samples\":[", names, dynamics_units(wanted).dump());
      return;
    }
    if (has_t_) print("t{}", model.dofs() > 0 ? "," : "");
    for (int i = 0; i < model.dofs(); ++i) {
      const std::string& name = model.coordinates()[static_cast<std::size_t>(i)].name;
      print("{}{}", i > 0 ? "," : "", io::csv_cell(wanted + "." + name));
    }
    print("\n");
  }

  void row(double t, const Eigen::VectorXd& x) {
    if (json_) {
      print("{}\n{{", first_ ? "" : ",");
      if (has_t_) print("\"t\":{},", t);
      print("\"{}\":[{}]}}", wanted_, fmt::join(x.begin(), x.end(), ","));
    } else {
      if (has_t_) print("{}{}", t, x.size() > 0 ? "," : "");
      print("{}\n", fmt::join(x.begin(), x.end(), ","));
    }
    first_ = false;
    constexpr std::size_t block = 1 << 16;
    if (buffer_.size() > block) flush();
  }

  void finish() {
    if (json_) print("]}}\n");
    flush();
    output_.finish();
  }

 private:
  template <typename... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(fmt::appender(buffer_), format, std::forward<Args>(args)...);
  }

  void flush() {
    output_.write({buffer_.data(), buffer_.size()});
    buffer_.clear();
  }

  Output& output_;
  std::string wanted_;
  bool has_t_, json_;
  bool first_ = true;
  fmt::memory_buffer buffer_;
};

/// A table that `predict` wrote may be of a motion that carries something or is pushed, which a
/// table does not say.
void note_what_is_left_out(const std::string& table) {
  const std::filesystem::path beside = std::filesystem::path(table).replace_filename("motion.json");
  if (std::filesystem::path(table).filename() != "motion.csv" ||
      !std::filesystem::is_regular_file(beside)) {
    return;
  }
  try {
    const MotionDocument motion = load_motion(beside.string());
    std::vector<std::string> what;
    for (const Carried& body : motion.problem.carried)
      what.push_back("the body '" + body.name + "'");
    if (!motion.problem.loads.empty()) what.push_back("its loads");
    if (!motion.problem.cut_joints.empty()) what.push_back("the forces of its cut joints");
    if (what.empty()) return;
    note(fmt::format("left out: {}, which {} has; the tau columns of the table count them",
                     fmt::join(what, ", "), beside.string()));
  } catch (const Error&) {
    // Not ours: the table stands for itself.
  }
}

}  // namespace

void run_trajectory(const DynamicsOptions& options, const DynamicsVerb& verb, const Model& model,
                    DynamicsSolver& solver, Loads loads) {
  io::CsvReader reader(options.trajectory);
  note_what_is_left_out(options.trajectory);
  const Layout layout = read_layout(reader, model, verb.given);
  const bool has_t = layout.t != io::Columns::absent;
  Output output(options.output);
  RowWriter writer(output, model, verb.wanted, has_t, options.json);
  Progress progress(reader.bytes_total());

  std::vector<double> row(reader.header().size());
  Eigen::VectorXd q = Eigen::VectorXd::Zero(model.dofs());
  Eigen::VectorXd v = q, given = q, wanted = q;
  LimitWatch watch(model, reader.where().file);
  const Eigen::VectorXd none;
  std::uint64_t rows = 1;
  for (; reader.next(row); ++rows) {
    layout.q.gather(row, q);
    layout.v.gather(row, v);
    layout.given.gather(row, given);
    watch.look(q, v, verb.given == "tau" ? given : none);
    try {
      solve_or_throw(solver, model, options.robot.robot, q, v, given, loads, wanted);
    } catch (const Error& e) {
      throw Error(e.code(), reader.where(), e.reason(), e.fix());
    }
    writer.row(has_t ? row[static_cast<std::size_t>(layout.t)] : 0.0, wanted);
    progress.update(rows, reader.bytes_read());
  }
  if (rows == 1) {
    throw Error(Error::Code::size, {reader.where().file, 0}, "a header and no rows below it",
                "give a row an instant");
  }
  writer.finish();
}

}  // namespace alembert::cli
