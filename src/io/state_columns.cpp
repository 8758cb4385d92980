#include "io/state_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/coordinate_names.hpp"
#include "io/text.hpp"

namespace alembert::io {

bool Columns::any() const {
  return std::any_of(of_.begin(), of_.end(), [](int column) { return column != absent; });
}

void Columns::gather(const std::vector<double>& row, Eigen::Ref<Eigen::VectorXd> x) const {
  for (std::size_t i = 0; i < of_.size(); ++i) {
    if (of_[i] != absent) x[i] = row[of_[i]];
  }
}

StateColumns state_columns(const CsvReader& reader, const Model& model, const std::string& last) {
  StateColumns columns(model.dofs());
  for (std::size_t c = 0; c < reader.header().size(); ++c) {
    const std::string& name = reader.header()[c];
    const std::string what = "column " + in_quotes(name);
    if (name == phase_column) continue;
    if (name == "t") {
      columns.t = static_cast<int>(c);
      continue;
    }
    const auto dot = name.find('.');
    const std::string quantity = name.substr(0, dot);
    Columns* of = dot == std::string::npos ? nullptr
                  : quantity == "q"        ? &columns.q
                  : quantity == "v"        ? &columns.v
                  : quantity == "a"        ? &columns.a
                  : quantity == "tau"      ? &columns.tau
                                           : nullptr;
    if (!of) {
      std::vector<std::string> known = {"t"};
      for (const char* of_joints : {"q.", "v.", "a.", "tau."}) {
        for (const std::string& joint : model.coordinate_names()) {
          known.push_back(of_joints + joint);
        }
      }
      throw Error(
          Error::Code::name, reader.where(), what + " is none that is read here",
          guess_of(name, known) +
              fmt::format("columns are t, q.NAME, v.NAME and {}.NAME, where NAME is one of: {}",
                          last, name_list(model.coordinate_names())));
    }
    (*of)[coordinate_named(model, name.substr(dot + 1), what, reader.where())] =
        static_cast<int>(c);
  }
  return columns;
}

void require_all_or_none(const Columns& columns, const std::string& quantity, const Model& model,
                         const Location& where) {
  if (columns.any()) require_all(columns, quantity, model, where);
}

void require_all(const Columns& columns, const std::string& quantity, const Model& model,
                 const Location& where) {
  std::vector<std::string> missing;
  for (int i = 0; i < model.dofs(); ++i) {
    if (columns[i] == Columns::absent) {
      missing.push_back(quantity + "." + model.coordinate_at(i).name);
    }
  }
  if (missing.empty()) return;
  throw Error(Error::Code::name, where, "no column " + name_list(missing),
              fmt::format("give every coordinate its {} column", quantity));
}

void require_motion(const StateColumns& columns, const Model& model, const Location& where) {
  if (columns.t == Columns::absent) {
    throw Error(Error::Code::name, where, "no column 't'",
                "give the instant of every row, in seconds");
  }
  require_all(columns.q, "q", model, where);
  require_all_or_none(columns.v, "v", model, where);
  require_all_or_none(columns.a, "a", model, where);
}

}  // namespace alembert::io
