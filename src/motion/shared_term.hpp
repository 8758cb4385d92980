// A user's term for one program: two programs at once never evaluate the same object at once.
#pragma once

#include "task/point_term.hpp"

namespace alembert {

/// A copy; of a function that cannot be copied the function itself, one call at a time.
PointTerm own_term(const std::shared_ptr<PointFunction>& function);

}  // namespace alembert
