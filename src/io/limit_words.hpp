// Kinds of limits in words, and limits as documents of version 1 called them.
#pragma once

#include <string>

#include "alembert/limit_note.hpp"

namespace alembert::io {

/// What a kind of limit is called, "holding torque"; "" where limits have names of their own.
const char* kind_word(LimitKind kind);

/// "waypoint above position", "tip z", "m" and the like.
LimitSubject subject_of_words(const std::string& limit, const std::string& entry,
                              const std::string& unit);

}  // namespace alembert::io
