// <limit> of a URDF joint, where zero and enormous numbers both mean "not given".
#pragma once

#include "alembert/robot.hpp"
#include "io/urdf_notices.hpp"
#include "io/xml.hpp"

namespace alembert::io {

/// URDF has no word for "unlimited": the writer writes this, the reader takes it, or more, as such.
inline constexpr double urdf_unlimited = 1e30;

void read_urdf_limits(const XmlElement& element, Joint& joint, UrdfNotices& notices);

}  // namespace alembert::io
