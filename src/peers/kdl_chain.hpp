// A robot as Orocos KDL sees it, straight from the Robot: nothing of our Model is used.
#pragma once

#include <kdl/chain.hpp>
#include <kdl/jntarray.hpp>

#include "alembert/robot.hpp"

namespace alembert::peers {

/// Links, payloads, turning, sliding and fixed joints; no friction, rotors or springs. Throws
/// Error::Code::unsupported for a robot that is not such a chain.
KDL::Chain kdl_chain(const Robot& robot);

/// The robot's gravity in the components of its base.
KDL::Vector kdl_gravity(const Robot& robot);

KDL::JntArray kdl_array(const Eigen::VectorXd& x);

}  // namespace alembert::peers
