// A robot as a document that keeps every bit and every line number: for sending one to another
// process. Written and read as JSON, `alembert: robot_document/1`; for people there are the formats
// of alembert/io.hpp.
#pragma once

#include <string>

#include "alembert/robot.hpp"

namespace alembert {

std::string write_robot(const Robot& robot);
/// Throws Error with the place in the document at fault.
Robot read_robot(const std::string& text, const std::string& file);

}  // namespace alembert
