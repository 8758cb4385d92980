// The `flexible:` part of a link in a native robot file.
#pragma once

#include <memory>

#include "alembert/flexible_link.hpp"
#include "io/yaml_archive.hpp"

namespace alembert::io {

void flexible_fields(YamlArchive& a, std::shared_ptr<const FlexibleLink>& link);

}  // namespace alembert::io
