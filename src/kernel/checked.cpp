#include "alembert/checked.hpp"

#include <cmath>

namespace alembert {

namespace {

void require_size(const char* name, Eigen::Index size, Eigen::Index wanted, const char* of) {
  if (size == wanted) return;
  throw Error(Error::Code::size,
              std::string(name) + " has " + std::to_string(size) + " " + of + ", not " +
                  std::to_string(wanted),
              "give one for each coordinate of the model");
}

}  // namespace

void check_arguments(const Model& model, std::initializer_list<NamedInput> inputs,
                     std::initializer_list<NamedOutput> outputs) {
  for (const NamedInput& input : inputs) {
    require_size(input.name, input.values.size(), model.dofs(), "entries");
    for (Eigen::Index i = 0; i < input.values.size(); ++i) {
      if (std::isfinite(input.values[i])) continue;
      throw Error(
          Error::Code::value,
          std::string(input.name) + " of '" + model.coordinates()[i].name + "' is not a number",
          "give finite numbers");
    }
  }
  for (const NamedOutput& output : outputs) {
    require_size(output.name, output.rows, model.dofs(), "rows");
    if (output.wanted_columns >= 0) {
      require_size(output.name, output.columns, output.wanted_columns, "columns");
    }
  }
}

}  // namespace alembert
