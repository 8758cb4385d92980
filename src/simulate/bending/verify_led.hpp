// An arm that bends, its joints led as planned: do its links bend as planned?
#pragma once

#include "alembert/verify.hpp"

namespace alembert {

/// VerifyOptions::lead_joints. Throws Error for arms that do not bend, and for loads that come or
/// go.
Verification verify_led(const Task& task, const Trajectory& motion, const VerifyOptions& options);

}  // namespace alembert
