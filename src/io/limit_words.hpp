// Limits as documents of version 1 called them.
#pragma once

#include <string>

#include "alembert/limit_note.hpp"

namespace alembert::io {

/// "waypoint above position", "tip z", "m" and the like.
LimitSubject subject_of_words(const std::string& limit, const std::string& entry,
                              const std::string& unit);

}  // namespace alembert::io
