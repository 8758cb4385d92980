// JSON files with the line numbers that nlohmann-json does not keep.
#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <string>

#include "alembert/error.hpp"

namespace alembert::io {

/// Keys in the order of the text. The one kind of document that we use: the compiler takes seconds
/// over each.
using OrderedJson = nlohmann::ordered_json;

/// Throws Error with the line of a syntax error.
OrderedJson parse_json(const std::string& text, const std::string& file);

/// What `make` makes of each item.
template <typename Items, typename Make>
OrderedJson json_list(const Items& items, Make make) {
  OrderedJson list = OrderedJson::array();
  for (const auto& item : items) list.push_back(make(item));
  return list;
}

/// Null where it is not finite.
OrderedJson number_json(double value);

/// On one line; what is no UTF-8 is replaced.
std::string json_line(const OrderedJson& document);

/// The line where item `index` of the list under the top-level `key` starts; an empty key means
/// that the document itself is the list. 0 if there is no such list.
int line_of_item(const std::string& text, const std::string& key, std::size_t index);

/// A finite number; `what` names it in the Error otherwise.
double finite_number(const OrderedJson& value, const std::string& what, const Location& where);
/// A list of three finite numbers.
Eigen::Vector3d vector3(const OrderedJson& value, const std::string& what, const Location& where);

}  // namespace alembert::io
