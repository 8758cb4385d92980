// All of the component identify. Parameters from logs, payloads, motions that tell them.
#pragma once

#include "alembert/excitation.hpp"
#include "alembert/identification.hpp"
#include "alembert/payload.hpp"
#include "alembert/robot_log.hpp"
