// What the ground does to a robot along a motion, for Python.
#pragma once

#include "alembert/motion_document.hpp"
#include "bindings.hpp"

namespace alembert::python {

/// (t, {name: (touches, force, moment, origin, pressure)}, zero_moment_point); rows are instants,
/// numbers that are none where nothing touches or presses.
py::tuple ground_of(const MotionRequest& problem, const std::vector<MotionSample>& samples);

/// {name: (m, enclosed)}
py::dict drifts_of(const MotionRequest& problem, const MotionCertificate& certificate);

}  // namespace alembert::python
