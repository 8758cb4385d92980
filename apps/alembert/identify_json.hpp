// What identification found, as JSON.
#pragma once

#include "alembert/identification.hpp"
#include "numbers.hpp"

namespace alembert::cli {

Json identification_json(const Identification& found);
Json json_findings(const std::vector<Finding>& findings);
Json json_estimates(const std::vector<ParameterEstimate>& parameters);

}  // namespace alembert::cli
