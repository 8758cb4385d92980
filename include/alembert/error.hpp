// What the library throws at its boundaries, and where in the user's files the fault lies.
#pragma once

#include <stdexcept>
#include <string>

namespace alembert {

/// A place in a file the user wrote. `line` counts from 1; 0 means "the file as a whole".
struct Location {
  std::string file;
  int line = 0;

  /// "file:line:", "file:" or "" — the prefix that editors and terminals know how to open.
  std::string prefix() const;
};

/// Thrown where input enters: reading, compiling, sizes, options. Never by the hot calls.
class Error : public std::runtime_error {
 public:
  enum class Code {
    file,         ///< cannot be opened, read or written
    syntax,       ///< not well-formed XML, YAML, JSON or CSV
    robot,        ///< well-formed, but not a robot
    value,        ///< a number that cannot be: NaN, negative mass, wrong unit
    size,         ///< an array of the wrong length
    name,         ///< a joint, link, frame or method that does not exist
    unsupported,  ///< valid, but outside what this build or algorithm can do
  };

  /// `reason` says what is wrong, `fix` what to do about it; both are sentences without a full
  /// stop.
  Error(Code code, Location where, std::string reason, std::string fix);
  Error(Code code, std::string reason, std::string fix);

  Code code() const { return code_; }  ///< for programs
  const Location& where() const { return where_; }
  const std::string& reason() const { return reason_; }  ///< what is wrong
  const std::string& fix() const { return fix_; }        ///< what to do

 private:
  Code code_;
  Location where_;
  std::string reason_;
  std::string fix_;
};

}  // namespace alembert
