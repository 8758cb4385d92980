// A YAML value as it stands in its file, before anybody asks what it means.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace alembert::io {

/// Owned by the document it stands in; an alias is one more pointer to what it names.
struct YamlNode {
  enum class Kind { null, text, list, map };

  bool is_null() const { return kind == Kind::null; }
  bool is_text() const { return kind == Kind::text; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }

  Kind kind = Kind::null;
  int line = 0;  ///< counted from 1; 0 if it is not known
  std::string text;
  std::vector<const YamlNode*> list;
  std::vector<std::pair<const YamlNode*, const YamlNode*>> map;  ///< keys and values, in order
};

}  // namespace alembert::io
