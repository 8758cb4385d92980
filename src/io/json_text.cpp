#include "io/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert::io {

OrderedJson parse_json(const std::string& text, const std::string& file) {
  try {
    return OrderedJson::parse(text);
  } catch (const OrderedJson::parse_error& e) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(e.byte, text.size()));
    const int line = 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
    std::string detail = e.what();
    if (const auto at = detail.rfind("syntax error"); at != std::string::npos) {
      detail = detail.substr(at);
    }
    throw Error(Error::Code::syntax, {file, line}, "not JSON: " + detail,
                "JSON needs double quotes around names, commas between items and none after the "
                "last; NaN and Infinity are not numbers");
  } catch (const OrderedJson::exception&) {
    throw Error(Error::Code::value, {file, 0}, "holds a number too large for a double",
                "check the exponents");
  }
}

OrderedJson number_json(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

std::string json_line(const OrderedJson& document) {
  return document.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

int line_of_item(const std::string& text, const std::string& key, std::size_t index) {
  const int list_depth = key.empty() ? 1 : 2;
  int line = 1;
  int depth = 0;
  bool in_list = false;
  std::size_t item = 0;
  std::string last_string;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool between_items = in_list && depth == list_depth;
    if (c == '\n') {
      ++line;
    } else if (between_items && c == ',') {
      ++item;
    } else if (between_items && item == index && c != ' ' && c != '\t' && c != '\r') {
      return line;
    } else if (c == '"') {
      const std::size_t begin = ++i;
      while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
      if (depth == 1) last_string = text.substr(begin, i - begin);
    } else if (c == '{' || c == '[') {
      ++depth;
      if (c == '[' && depth == list_depth && (key.empty() || last_string == key)) in_list = true;
    } else if (c == '}' || c == ']') {
      if (--depth < list_depth) in_list = false;
    }
  }
  return 0;
}

double finite_number(const OrderedJson& value, const std::string& what, const Location& where) {
  if (!value.is_number()) {
    throw Error(Error::Code::value, where,
                fmt::format("{} is {}, not a number", what,
                            value.is_null() ? "null" : std::string("a ") + value.type_name()),
                "give a finite number");
  }
  const double number = value.get<double>();
  if (!std::isfinite(number)) {
    throw Error(Error::Code::value, where, what + " is not finite", "give a finite number");
  }
  return number;
}

Eigen::Vector3d vector3(const OrderedJson& value, const std::string& what, const Location& where) {
  if (!value.is_array() || value.size() != 3) {
    throw Error(Error::Code::size, where, what + " is not a list of three numbers",
                "write [x, y, z]");
  }
  Eigen::Vector3d v;
  for (int i = 0; i < 3; ++i) v[i] = finite_number(value[i], fmt::format("{}[{}]", what, i), where);
  return v;
}

}  // namespace alembert::io
