// The `flexible:` part of a link in a native robot file.
#pragma once

#include <memory>

#include "alembert/flexible_link.hpp"
#include "io/yaml.hpp"

namespace alembert::io {

std::shared_ptr<const FlexibleLink> read_flexible(const YamlValue& value);

}  // namespace alembert::io
