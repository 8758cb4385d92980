#include "trajectory.hpp"

#include <fmt/format.h>

#include "io/coordinate_names.hpp"
#include "io/csv.hpp"
#include "io/text.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace alembert::cli {

namespace {

constexpr int absent = -1;

/// For each coordinate the column of its q, its v, …; absent entries stay zero.
using Columns = std::vector<int>;

/// Where in a row the time and the three quantities stand.
struct Layout {
  int t = absent;
  Columns q, v, given;
};

std::vector<std::string> missing_columns(const Model& model, const Columns& columns,
                                         const std::string& quantity) {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == absent) missing.push_back(quantity + "." + model.coordinates()[i].name);
  }
  return missing;
}

/// All or none of v and of the given quantity; all of q.
void require_columns(const Model& model, const Columns& columns, const std::string& quantity,
                     const Location& where) {
  const auto missing = missing_columns(model, columns, quantity);
  if (missing.empty()) return;
  if (quantity != "q" && missing.size() == columns.size()) {
    note(
        fmt::format("{} no {} columns: taken as zero", Location{where.file, 0}.prefix(), quantity));
    return;
  }
  throw Error(Error::Code::name, where, "no column " + io::name_list(missing),
              fmt::format("give every coordinate its {} column", quantity));
}

Layout read_layout(const io::CsvReader& reader, const Model& model, const std::string& given) {
  const Columns none(static_cast<std::size_t>(model.dofs()), absent);
  Layout layout{absent, none, none, none};
  Columns ignored = none;
  bool ignoring = false;
  const std::string other = given == "a" ? "tau" : "a";
  for (std::size_t c = 0; c < reader.header().size(); ++c) {
    const std::string& name = reader.header()[c];
    const std::string what = "column " + io::in_quotes(name);
    if (name == "t") {
      layout.t = static_cast<int>(c);
      continue;
    }
    const auto dot = name.find('.');
    const std::string quantity = name.substr(0, dot);
    Columns* columns = dot == std::string::npos ? nullptr
                       : quantity == "q"        ? &layout.q
                       : quantity == "v"        ? &layout.v
                       : quantity == given      ? &layout.given
                       : quantity == other      ? &ignored
                                                : nullptr;
    if (!columns) {
      throw Error(Error::Code::name, reader.where(), what + " is none that is read here",
                  fmt::format("columns are t, q.NAME, v.NAME and {}.NAME, where NAME is one of: {}",
                              given, io::name_list(model.coordinate_names())));
    }
    ignoring = ignoring || columns == &ignored;
    const int i = io::coordinate_named(model, name.substr(dot + 1), what, reader.where());
    (*columns)[static_cast<std::size_t>(i)] = static_cast<int>(c);
  }
  require_columns(model, layout.q, "q", reader.where());
  require_columns(model, layout.v, "v", reader.where());
  require_columns(model, layout.given, given, reader.where());
  if (ignoring) {
    note(fmt::format("{} the {} columns are not needed and are ignored",
                     Location{reader.where().file, 0}.prefix(), other));
  }
  return layout;
}

void gather(const std::vector<double>& row, const Columns& columns, Eigen::VectorXd& x) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] != absent) {
      x[static_cast<Eigen::Index>(i)] = row[static_cast<std::size_t>(columns[i])];
    }
  }
}

/// The answer's rows, as CSV or as one JSON document that is written piece by piece.
class RowWriter {
 public:
  RowWriter(Output& output, const Model& model, const std::string& wanted, bool has_t, bool json)
      : output_(output), wanted_(wanted), has_t_(has_t), json_(json) {
    if (json_) {
      const std::string names = json_names(model, model_order(model)).dump();
      print("{{\"joints\":{},\"samples\":[", names);
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

}  // namespace

void run_trajectory(const DynamicsOptions& options, const DynamicsVerb& verb, const Model& model,
                    DynamicsSolver& solver, Loads loads) {
  io::CsvReader reader(options.trajectory);
  const Layout layout = read_layout(reader, model, verb.given);
  const bool has_t = layout.t != absent;
  Output output(options.output);
  RowWriter writer(output, model, verb.wanted, has_t, options.json);
  Progress progress(reader.bytes_total());

  std::vector<double> row(reader.header().size());
  Eigen::VectorXd q = Eigen::VectorXd::Zero(model.dofs());
  Eigen::VectorXd v = q, given = q, wanted = q;
  for (std::uint64_t rows = 1; reader.next(row); ++rows) {
    gather(row, layout.q, q);
    gather(row, layout.v, v);
    gather(row, layout.given, given);
    try {
      solve_or_throw(solver, model, options.robot.robot, q, v, given, loads, wanted);
    } catch (const Error& e) {
      throw Error(e.code(), reader.where(), e.reason(), e.fix());
    }
    writer.row(has_t ? row[static_cast<std::size_t>(layout.t)] : 0.0, wanted);
    progress.update(rows, reader.bytes_read());
  }
  writer.finish();
}

}  // namespace alembert::cli
