// A person in a file: `alembert: person/1`, by height, mass and sex (docs/human.md).
#pragma once

#include "alembert/motion_problem.hpp"
#include "alembert/robot.hpp"
#include "io/yaml.hpp"

namespace alembert::io {

constexpr const char* person_kind = "person/1";

/// Throws Error with the line where there is no such person.
Robot read_person(const YamlValue& root);

/// `strengths: men` or `women`: how theirs depend on angle and speed.
void read_strengths(const YamlValue& value, MotionProblem& problem);

}  // namespace alembert::io
