// How many joints a robot may have: asked by readers before they make anything of them.
#pragma once

#include <cstddef>

#include "alembert/error.hpp"

namespace alembert {

/// One matrix of them takes 800 MB.
inline constexpr std::size_t most_joints = 10'000;

/// Throws Error if there are more.
void require_few_joints(std::size_t joints, const Location& where);

}  // namespace alembert
