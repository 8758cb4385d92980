// Names of the user's in what is written for others: as identifiers, within comments and as strings
// of code, and in Markdown. Whoever writes a name into such a file does it through these.
#pragma once

#include <string>

namespace alembert {

/// Free of control characters, which readers refuse in names: a new line in one begins a line of
/// the file that is written.
bool is_plain_name(const std::string& name);

/// Letters and digits of a name with single underscores between them; `kind` comes first where that
/// would be a word that is taken or begins with a digit, and alone where nothing is left.
std::string identifier_of(const std::string& name, const std::string& kind);

/// `asked`, or where it is empty one made of the robot's name. Throws Error for what a compiler
/// would not take as the name of a namespace.
std::string code_name(const std::string& asked, const std::string& robot);

/// As it may stand in a comment: nothing in it ends one or begins another.
std::string within_comment(const std::string& text);

/// As it may stand between quotation marks.
std::string within_string(const std::string& text);

/// As it may stand in a line of Markdown: no markup of it or of HTML.
std::string within_markdown(const std::string& text);

/// "1 addition", "2 additions".
std::string counted(long count, const std::string& noun);

}  // namespace alembert
