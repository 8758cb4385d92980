// The program's verbs and their options. Hides CLI11, which is slow to compile, in command.cpp.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace alembert::cli {

enum class Exit : int {
  done = 0,
  wrong_input = 1,
  wrong_usage = 2,
  not_reached = 3,
  again = 75,  ///< ended before its end, by a signal: run it again (EX_TEMPFAIL)
};

/// A command line that cannot be: ends the program with Exit::wrong_usage.
class UsageError : public std::runtime_error {
 public:
  UsageError(const std::string& reason, std::string fix)
      : std::runtime_error(reason), fix_(std::move(fix)) {}
  const std::string& fix() const { return fix_; }

 private:
  std::string fix_;
};

/// One verb being described. Values must outlive the parsing: those of does() do, others belong
/// into what runs() captures.
class Command {
 public:
  Command(CLI::App& app, std::function<Exit()>& chosen) : app_(app), chosen_(chosen) {}

  void positional(const std::string& name, std::string& value, const std::string& help);
  /// May be left out.
  void optional_positional(const std::string& name, std::string& value, const std::string& help);
  /// One or more.
  void positionals(const std::string& name, std::vector<std::string>& values,
                   const std::string& help);
  /// `type` is what the help calls the value: FILE, "x,y,z", …
  void option(const std::string& name, const std::string& type, std::string& value,
              const std::string& help);
  /// May be given several times.
  void repeatable(const std::string& name, const std::string& type,
                  std::vector<std::string>& values, const std::string& help);
  void choice(const std::string& name, const std::vector<std::string>& choices, std::string& value,
              const std::string& help);
  void flag(const std::string& name, bool& value, const std::string& help);
  /// What follows the options in the help: examples, file formats.
  void footer(const std::string& text);
  void runs(std::function<Exit()> action);
  /// What the verb does with options, which come back to be described.
  template <typename Options>
  Options& does(Exit (*action)(const Options&)) {
    auto options = std::make_shared<Options>();
    runs([options, action] { return action(*options); });
    return *options;
  }

 private:
  CLI::App& app_;
  std::function<Exit()>& chosen_;
};

struct Verb {
  const char *name, *help;
  void (*add)(Command&);  ///< its options, and what it does: called where it is asked for
};

/// All of them, in the order of the help.
std::span<const Verb> verbs();

/// A verb as the parser knows it.
struct OptionDescription {
  std::string name;  ///< "--frame"
  std::string help;
  bool takes_value = false, is_file = false;
  std::vector<std::string> choices;
};
struct VerbDescription {
  std::string name, help;
  std::vector<OptionDescription> options;
};
std::vector<VerbDescription> describe_verbs();

/// Parses, runs, reports errors on standard error; returns the exit code.
int run(int argc, char** argv);

}  // namespace alembert::cli
