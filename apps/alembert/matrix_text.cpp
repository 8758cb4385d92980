#include "matrix_text.hpp"

#include "verb.hpp"

namespace alembert::cli {

namespace {

std::vector<std::string> names_of(const Model& model, const std::vector<int>& order) {
  std::vector<std::string> names;
  for (const int i : order) names.push_back(model.coordinate_at(i).name);
  return names;
}

std::string named_matrix(const std::string& corner, const std::vector<std::string>& rows,
                         const std::vector<std::string>& columns, const Eigen::MatrixXd& M) {
  std::vector<Table::Column> titles = {corner};
  for (const std::string& name : columns) titles.push_back(right(name));
  Table table(titles);
  const double scale = M.size() > 0 ? M.cwiseAbs().maxCoeff() : 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::string> cells = {rows[i]};
    for (const double x : M.row(static_cast<Eigen::Index>(i))) {
      cells.push_back(significant(x, scale));
    }
    table.row(std::move(cells));
  }
  return table.text();
}

}  // namespace

std::string matrix_text(const Model& model, const std::vector<int>& order,
                        const Eigen::MatrixXd& M) {
  const std::vector<std::string> names = names_of(model, order);
  return named_matrix("", names, names, M);
}

std::string jacobian_text(const Model& model, const std::vector<int>& order,
                          const std::vector<std::string>& rows, const Eigen::MatrixXd& J) {
  return named_matrix("per unit of v", rows, names_of(model, order), J);
}

Json json_parameters(const std::vector<RegressorColumn>& parameters) {
  return json_list(parameters, [](const RegressorColumn& of) {
    return Json{{"name", of.name}, {"unit", of.unit}, {"value", of.value}};
  });
}

}  // namespace alembert::cli
