// Coordinates by the names that files use for them.
#pragma once

#include <string>
#include <vector>

#include "alembert/model.hpp"

namespace alembert::io {

/// Index into q; throws Error at `where`: a joint that follows another is told apart from a name
/// that does not exist, and `what` ("column 'q.j7'") says what named it.
int coordinate_named(const Model& model, const std::string& name, const std::string& what,
                     const Location& where);

/// "did you mean 'j1'? ", or nothing where nothing is near.
std::string guess_of(const std::string& name, const std::vector<std::string>& names);

/// "j1, j2, j3"; long lists are cut.
std::string name_list(const std::vector<std::string>& names);

}  // namespace alembert::io
