#include "matrix_text.hpp"

#include "text_table.hpp"

namespace alembert::cli {

std::string matrix_text(const Model& model, const std::vector<int>& order,
                        const Eigen::MatrixXd& M) {
  std::vector<Table::Column> columns = {{""}};
  for (const int i : order) {
    columns.push_back({model.coordinates()[static_cast<std::size_t>(i)].name, Table::Align::right});
  }
  Table table(columns);
  const double scale = M.size() > 0 ? M.cwiseAbs().maxCoeff() : 0.0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::vector<std::string> cells = {model.coordinates()[static_cast<std::size_t>(order[i])].name};
    for (Eigen::Index j = 0; j < M.cols(); ++j) {
      cells.push_back(significant(M(static_cast<Eigen::Index>(i), j), scale));
    }
    table.row(std::move(cells));
  }
  return table.text();
}

}  // namespace alembert::cli
