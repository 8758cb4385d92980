// Names of the user's in code: as identifiers, within comments and as strings.
#pragma once

#include <string>

namespace alembert {

/// `asked`, or where it is empty one made of the robot's name. Throws Error for what a compiler
/// would not take as the name of a namespace.
std::string code_name(const std::string& asked, const std::string& robot);

/// As it may stand in a comment: nothing in it ends one or begins another.
std::string within_comment(const std::string& text);

/// As it may stand between quotation marks.
std::string within_string(const std::string& text);

/// "1 addition", "2 additions".
std::string counted(long count, const std::string& noun);

}  // namespace alembert
