#include "code_names.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "alembert/error.hpp"

namespace alembert {

namespace {

/// Words of C and C++, what the files themselves declare, and what the C library has that a robot
/// may well be called.
constexpr auto taken_names = std::to_array<std::string_view>(
    {"alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
     "case", "catch", "char", "class", "co_await", "co_return", "co_yield", "compl", "concept",
     "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype",
     "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export",
     "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable",
     "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq",
     "private", "protected", "public", "register", "requires", "restrict", "return", "short",
     "signed", "sizeof", "static", "struct", "switch", "template", "this", "throw", "true", "try",
     "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile",
     "while", "xor", "xor_eq", "static_assert", "static_cast", "thread_local", "reinterpret_cast",
     // the files' own
     "Eigen", "alembert", "compare", "compare_device", "failures", "main", "must", "real", "std",
     "take", "to_device",
     // the C library's
     "abs", "div", "exit", "gamma", "index", "link", "random", "remove", "select", "signal",
     "system", "time"});

bool alphanumeric(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9');
}

bool taken(const std::string& name) {
  return std::find(taken_names.begin(), taken_names.end(), name) != taken_names.end();
}

bool digit_first(const std::string& name) { return name[0] >= '0' && name[0] <= '9'; }

bool is_control(char letter) {
  return static_cast<unsigned char>(letter) < ' ' || letter == '\x7f';
}

}  // namespace

bool is_plain_name(const std::string& name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_control(name[i])) return false;
    // The upper control characters as UTF-8 writes them, among them another new line.
    const bool upper =
        name[i] == '\xc2' && i + 1 < name.size() && static_cast<unsigned char>(name[i + 1]) < 0xa0;
    if (upper) return false;
  }
  return true;
}

std::string identifier_of(const std::string& name, const std::string& kind) {
  std::string word;
  for (const char letter : name) {
    if (alphanumeric(letter)) {
      word += letter;
    } else if (!word.empty() && word.back() != '_') {
      word += '_';
    }
  }
  while (!word.empty() && word.back() == '_') word.pop_back();
  if (word.empty()) return kind;
  return digit_first(word) || taken(word) ? kind + "_" + word : word;
}

std::string code_name(const std::string& asked, const std::string& robot) {
  if (asked.empty()) return identifier_of(robot, "robot");
  const bool identifier =
      !digit_first(asked) && std::all_of(asked.begin(), asked.end(), [](char letter) {
        return letter == '_' || alphanumeric(letter);
      });
  if (!identifier) {
    throw Error(Error::Code::name,
                "'" + within_comment(asked) + "' cannot be the name of generated code",
                "use letters, digits and underscores, a letter first");
  }
  if (taken(asked)) {
    throw Error(Error::Code::name,
                "'" + asked + "' means something else to compilers: generated code cannot have it",
                "take another name, such as " + asked + "_arm");
  }
  return asked;
}

std::string within_comment(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    const char before = out.empty() ? ' ' : out.back();
    if ((before == '*' && letter == '/') || (before == '/' && letter == '*')) out += ' ';
    if (letter == '/' && out.ends_with("??")) out += ' ';  // ??/ is a backslash
    // A backslash may join this line and the next.
    out += is_control(letter) || letter == '\\' ? ' ' : letter;
  }
  return out;
}

std::string within_string(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < ' ') {  // three digits, so that none that follows is taken for one of them
      out += '\\';
      for (const int place : {64, 8, 1}) out += static_cast<char>('0' + code / place % 8);
      continue;
    }
    if (letter == '"' || letter == '\\' || letter == '?') out += '\\';  // ??/ is a backslash
    out += letter;
  }
  return out;
}

std::string within_markdown(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '&') {
      out += "&amp;";
    } else if (letter == '<') {
      out += "&lt;";
    } else if (letter == '>') {
      out += "&gt;";
    } else {
      if (std::string_view("\\`*[]|~").find(letter) != std::string_view::npos) out += '\\';
      out += is_control(letter) ? ' ' : letter;
    }
  }
  return out;
}

std::string counted(long count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace alembert
