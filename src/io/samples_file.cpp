// Tables of motions as CSV.
#include <fmt/format.h>

#include "alembert/error.hpp"
#include "alembert/samples.hpp"
#include "io/csv.hpp"
#include "io/state_columns.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"

namespace alembert {

namespace {

struct TableQuantity {
  const char* name;
  const Eigen::MatrixXd* table;
};

/// Those that are known, in the order of the columns.
std::vector<TableQuantity> table_quantities(const Samples& samples, const Model& model) {
  std::vector<TableQuantity> known;
  for (const TableQuantity quantity :
       {TableQuantity{"q", &samples.q}, TableQuantity{"v", &samples.v},
        TableQuantity{"a", &samples.a}}) {
    const Eigen::MatrixXd& table = *quantity.table;
    if (table.rows() == 0 && quantity.table != &samples.q) continue;
    if (table.rows() != samples.t.size() || table.cols() != model.dofs()) {
      throw Error(Error::Code::size,
                  fmt::format("{} is a table of {} x {} numbers", quantity.name, table.rows(),
                              table.cols()),
                  fmt::format("{} instants of robot '{}' have {} rows of {}", samples.t.size(),
                              model.name(), samples.t.size(), model.dofs()));
    }
    known.push_back(quantity);
  }
  return known;
}

/// The rows that were read, one quantity or instant after the other.
Eigen::MatrixXd table_of(const std::vector<double>& numbers, Eigen::Index columns) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto rows = static_cast<Eigen::Index>(numbers.size()) / std::max<Eigen::Index>(1, columns);
  return Eigen::Map<const RowMajor>(numbers.data(), rows, columns);
}

void require_rows(std::size_t count, const io::CsvReader& reader) {
  if (count > 0) return;
  throw Error(Error::Code::size, {reader.where().file, 0}, "a header and no rows below it",
              "give a row an instant");
}

}  // namespace

std::string write_samples(const Samples& samples, const Model& model) {
  const std::vector<TableQuantity> known = table_quantities(samples, model);
  std::string text = io::csv_header(phrase::names_of(known), model.coordinate_names());
  for (Eigen::Index i = 0; i < samples.t.size(); ++i) {
    text += io::number_text(samples.t[i]);
    for (const TableQuantity& quantity : known) {
      for (const double x : quantity.table->row(i)) text += "," + io::number_text(x);
    }
    text += "\n";
  }
  return text;
}

void save_samples(const Samples& samples, const Model& model, const std::string& path) {
  io::write_whole(path, write_samples(samples, model));
}

Samples load_samples(const std::string& path, const Model& model) {
  io::CsvReader reader(path);
  const io::StateColumns columns = io::state_columns(reader, model, "a");
  io::require_motion(columns, model, reader.where());

  std::vector<double> t, q, v, a, row(reader.header().size());
  Eigen::VectorXd x(model.dofs());
  const auto keep = [&](const io::Columns& of, std::vector<double>& numbers) {
    if (!of.any()) return;
    of.gather(row, x);
    numbers.insert(numbers.end(), x.begin(), x.end());
  };
  while (reader.next(row)) {
    t.push_back(row[columns.t]);
    keep(columns.q, q);
    keep(columns.v, v);
    keep(columns.a, a);
  }
  require_rows(t.size(), reader);
  const Eigen::Index n = model.dofs();
  return {Eigen::Map<const Eigen::VectorXd>(t.data(), static_cast<Eigen::Index>(t.size())),
          table_of(q, n), table_of(v, n), table_of(a, n)};
}

Eigen::MatrixXd load_path(const std::string& path, const Model& model) {
  io::CsvReader reader(path);
  const io::StateColumns columns = io::state_columns(reader, model, "a");
  io::require_all(columns.q, "q", model, reader.where());
  std::vector<double> q, row(reader.header().size());
  Eigen::VectorXd x(model.dofs());
  while (reader.next(row)) {
    columns.q.gather(row, x);
    q.insert(q.end(), x.begin(), x.end());
  }
  require_rows(q.size(), reader);
  return table_of(q, model.dofs());
}

}  // namespace alembert
