// What URDF has no word for.
#pragma once

namespace alembert::io {

/// Unlimited: the writer writes this, the reader takes it, or more, as such.
inline constexpr double urdf_unlimited = 1e30;

}  // namespace alembert::io
