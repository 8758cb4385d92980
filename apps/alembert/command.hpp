// The program's verbs and their options. Hides CLI11, which is slow to compile, in command.cpp.
#pragma once

#include <functional>
#include <memory>
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

struct VerbName {
  const char *name, *description;
};

/// One verb being described. Values must outlive the parsing: keep them in what runs() captures.
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
  /// Whatever follows is someone else's to read, --help too.
  void passes_all_on();

 private:
  CLI::App& app_;
  std::function<Exit()>& chosen_;
};

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

class Program {
 public:
  Program();
  ~Program();

  Command verb(const std::string& name, const std::string& description);
  Command verb(const VerbName& known) { return verb(known.name, known.description); }
  std::vector<VerbDescription> describe() const;
  /// Parses, runs, reports errors on standard error; returns the exit code.
  int run(int argc, char** argv);

 private:
  int parse_and_run(std::vector<std::string> arguments);

  std::unique_ptr<CLI::App> app_;
  std::function<Exit()> chosen_;
};

void add_check(Program& program);
void add_info(Program& program);
void add_convert(Program& program);
void add_id(Program& program);
void add_fd(Program& program);
void add_mass(Program& program);
void add_com(Program& program);
void add_energy(Program& program);
void add_derivatives(Program& program);
void add_regressor(Program& program);
void add_pose(Program& program);
void add_ik(Program& program);
void add_count(Program& program);
void add_compare(Program& program);
void add_table(Program& program);
void add_predict(Program& program);
void add_certify(Program& program);
void add_identify(Program& program);
void add_payload(Program& program);
void add_excite(Program& program);
void add_retime(Program& program);
void add_verify(Program& program);
void add_simulate(Program& program);
void add_view(Program& program);
void add_sweep(Program& program);
void add_modes(Program& program);
void add_generate(Program& program);
void add_bench(Program& program);
void add_new(Program& program);
void add_human(Program& program);
void add_export(Program& program);
void add_completion(Program& program);

}  // namespace alembert::cli
