#include "command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "alembert/error.hpp"
#include "alembert/version.hpp"
#include "error_output.hpp"
#include "io/text.hpp"
#include "page_output.hpp"
#include "report/text_table.hpp"
#include "terminal.hpp"

namespace alembert::cli {

namespace {

/// Descriptions of options are broken under themselves, from this column on.
constexpr int help_column = 32;

/// Where nothing says how wide the terminal is, and on wider ones: nobody reads longer lines.
constexpr int widest_help = 100;

/// "--call a|b|c", too long for a line, in several: a break after a stroke.
std::string with_broken_choices(const std::string& line, std::size_t most) {
  std::string out;
  std::size_t column = 0;
  constexpr std::size_t indent = 8;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find('|', at), line.size() - 1) + 1;
    if (column + (end - at) > most && column > indent) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    }
    out += line.substr(at, end - at);
    column += end - at;
    at = end;
  }
  return out;
}

/// Paragraphs are filled anew, descriptions broken, examples and files left as they are.
std::string fitted_help(const std::string& help) {
  const int told = report::text_width();
  const int most = told == 0 ? widest_help : std::min(told, widest_help);
  const report::TextWidth width(most);
  std::istringstream lines(help);
  std::string out, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) out += report::wrapped(paragraph) + '\n';
    paragraph.clear();
  };
  bool options = true;
  for (std::string line; std::getline(lines, line);) {
    options = options && line != "EXAMPLES" && line != "Three things to try:";
    // Choices that are so long that their description has a line of its own.
    const std::size_t choices = line.find('|');
    if (options && choices != std::string::npos && line.find(' ', choices) == std::string::npos) {
      line = with_broken_choices(line, static_cast<std::size_t>(most));
    }
    if (options) {
      out += report::wrapped(line, line.starts_with(' ') ? help_column : 0) + '\n';
    } else if (line.empty() || line.starts_with(' ')) {
      end_paragraph();
      out += line + '\n';
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  end_paragraph();
  return out;
}

constexpr const char* overview = R"(alembert {}: how robot arms move

  alembert VERB ROBOT ...       ROBOT is a .yaml, .urdf or MJCF .xml file; units are SI and radians

{}
Three things to try:
  alembert check arm.urdf
  alembert id arm.urdf --q 0.1,0.2,0.3 --v 0,0,0 --a 1,0,0
  alembert ik arm.urdf --frame tool0 --xyz 0.4,0.1,0.3

`alembert VERB --help` explains a verb, its units and its files. With --json a verb prints one JSON
document. Exit codes: 0 done; 1 the input or the robot is wrong; 2 the command line is wrong;
3 solved, but not to the asked quality.
)";

/// What other programs call a verb of ours, or part of one.
constexpr std::pair<const char*, const char*> other_names[] = {
    {"gravity", "id ROBOT --q ... --parts"},
    {"coriolis", "id ROBOT --q ... --v ... --parts"},
    {"bias", "id ROBOT --q ... --v ... --parts"},
    {"torque", "id ROBOT --q ..."},
    {"rnea", "id ROBOT --q ..."},
    {"aba", "fd ROBOT --q ... --tau ..."},
    {"inertia", "mass ROBOT --q ..."},
    {"crba", "mass ROBOT --q ..."},
    {"fk", "pose ROBOT --q ..."},
    {"kinematics", "pose ROBOT --q ..."},
    {"jacobian", "pose ROBOT --q ... --jacobian"},
    {"velocity", "pose ROBOT --q ... --v ..."},
    {"manipulability", "pose ROBOT --q ... --manipulability"},
    {"center-of-mass", "com ROBOT --q ..."},
    {"plan", "predict PROBLEM.yaml"},
    {"optimize", "predict PROBLEM.yaml"},
    {"solve", "predict PROBLEM.yaml"},
    {"toppra", "retime PATH.csv --robot ROBOT"},
    {"sim", "simulate MOTION, or simulate ROBOT --q ... --duration ..."},
    {"plot", "view MOTION, or predict, which draws motion.svg"},
};

/// "did you mean 'check'?", or the whole list if nothing is near.
std::string suggestion(const std::optional<std::string>& nearest,
                       const std::vector<std::string>& known) {
  return nearest ? fmt::format("did you mean '{}'?", *nearest)
                 : fmt::format("there is: {}", fmt::join(known, ", "));
}

std::vector<std::string> option_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

void print_overview() {
  report::Table table({"", ""});
  for (const Verb& verb : verbs()) table.row({std::string("  ") + verb.name, verb.help});
  fmt::print("{}", fitted_help(fmt::format(fmt::runtime(overview), version(), table.text())));
}

/// Options of ours, and what other programs call them.
constexpr std::pair<const char*, const char*> other_options[] = {
    {"v", "qd dq qdot velocity velocities vel qvel"},
    {"a", "qdd ddq qddot acceleration acc qacc"},
    {"q", "positions angles joints qpos"},
    {"tau", "torque torques effort"},
    {"frame", "link body tip ee"},
    {"xyz", "position target pos"},
    {"quaternion", "quat"},
    {"rpy", "orientation euler"},
    {"trajectory", "csv"},
    {"output", "out folder dir"},
    {"rate", "dt frequency"},
};

bool is_called(const std::string& ours, const std::string& word) {
  return std::any_of(std::begin(other_options), std::end(other_options), [&](const auto& option) {
    const std::vector<std::string_view> theirs = io::words(option.second);
    return ours == option.first && std::find(theirs.begin(), theirs.end(), word) != theirs.end();
  });
}

/// The option of the verb that was likely meant: by its meaning, else by its spelling. One letter
/// more or less makes another word of names as short as --q.
std::string option_advice(const std::string& wrong, const CLI::App& verb) {
  const std::vector<std::string> known = option_names(verb);
  const std::string word = io::lower_case(wrong.substr(wrong.find_first_not_of('-')));
  std::vector<std::string> candidates;
  constexpr std::size_t short_name = 2;
  for (const std::string& name : known) {
    if (name.substr(2) == word || is_called(name.substr(2), word)) return suggestion(name, known);
    if (name.size() > 2 + short_name) candidates.push_back(name);
  }
  return suggestion(word.size() > short_name ? io::closest(wrong, candidates) : std::nullopt,
                    known);
}

int report_parse_error(const CLI::App& app, const CLI::ParseError& e) {
  const auto selected = app.get_subcommands();
  const std::string verb = selected.empty() ? "" : selected.back()->get_name();
  std::string reason = e.what();
  std::string fix =
      fmt::format("alembert {}{}--help explains the options", verb, verb.empty() ? "" : " ");
  if (dynamic_cast<const CLI::ExtrasError*>(&e) && !selected.empty()) {
    for (const std::string& extra : selected.back()->remaining()) {
      if (!extra.starts_with("-") || extra.find_first_not_of('-') == std::string::npos) continue;
      reason = fmt::format("`alembert {}` has no option {}", verb, extra);
      fix = option_advice(extra, *selected.back());
    }
  }
  tell_error("usage", {}, reason, fix);
  return static_cast<int>(Exit::wrong_usage);
}

/// What the verb does comes to be in `chosen` when it is parsed.
CLI::App& add_verb(const Verb& verb, CLI::App& app, std::function<Exit()>& chosen) {
  CLI::App* added = app.add_subcommand(verb.name, verb.help);
  added->set_help_flag("-h,--help", "this text");
  added->get_formatter()->column_width(help_column);
  Command command(*added, chosen);
  verb.add(command);
  return *added;
}

OptionDescription described(const CLI::Option& option) {
  OptionDescription out;
  out.name = "--" + option.get_lnames().front();
  out.help = option.get_description();
  out.takes_value = option.get_items_expected_max() > 0;
  const std::string type = option.get_type_name();
  out.is_file = type.starts_with("FILE") || type == "ROBOT" || type.ends_with(".yaml");
  if (type.find('|') != std::string::npos) {
    for (std::size_t at = 0; at <= type.size();) {
      const std::size_t end = std::min(type.find('|', at), type.size());
      out.choices.push_back(type.substr(at, end - at));
      at = end + 1;
    }
  }
  return out;
}

[[noreturn]] void throw_unknown_verb(const std::string& name) {
  const std::vector<std::string> known = phrase::names_of(verbs());
  const auto* other = std::find_if(std::begin(other_names), std::end(other_names),
                                   [&](const auto& theirs) { return name == theirs.first; });
  throw UsageError(fmt::format("there is no verb '{}'", name),
                   other == std::end(other_names)
                       ? suggestion(io::closest(name, known), known)
                       : fmt::format("that is: alembert {}", other->second));
}

int parse_and_run(std::vector<std::string> arguments) {
  if (arguments.size() == 2 && arguments[0] == "help") arguments = {arguments[1], "--help"};
  const std::string first = arguments.empty() ? "--help" : arguments[0];
  if (first == "--help" || first == "-h" || first == "help") {
    print_overview();
    return static_cast<int>(Exit::done);
  }
  CLI::App app("", "alembert");
  app.set_version_flag("--version", std::string("alembert ") + version());
  std::function<Exit()> chosen;
  const auto verb = std::find_if(verbs().begin(), verbs().end(),
                                 [&](const Verb& known) { return first == known.name; });
  if (verb != verbs().end()) {
    add_verb(*verb, app, chosen);
  } else if (first[0] != '-') {
    throw_unknown_verb(first);
  }
  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& e) {
    if (dynamic_cast<const CLI::CallForHelp*>(&e)) {
      fmt::print("{}", fitted_help(app.help()));
      return static_cast<int>(Exit::done);
    }
    return e.get_exit_code() == 0 ? app.exit(e) : report_parse_error(app, e);
  }
  if (!chosen) throw UsageError("no verb is given", "`alembert --help` lists them");
  return static_cast<int>(chosen());
}

}  // namespace

void Command::positional(const std::string& name, std::string& value, const std::string& help) {
  app_.add_option(name, value, help)->required()->type_name("");
}

void Command::optional_positional(const std::string& name, std::string& value,
                                  const std::string& help) {
  app_.add_option(name, value, help)->type_name("");
}

void Command::positionals(const std::string& name, std::vector<std::string>& values,
                          const std::string& help) {
  app_.add_option(name, values, help)->required()->type_name("");
}

void Command::option(const std::string& name, const std::string& type, std::string& value,
                     const std::string& help) {
  app_.add_option(name, value, help)->type_name(type);
}

void Command::repeatable(const std::string& name, const std::string& type,
                         std::vector<std::string>& values, const std::string& help) {
  app_.add_option(name, values, help)->type_name(type)->allow_extra_args(false);
}

void Command::choice(const std::string& name, const std::vector<std::string>& choices,
                     std::string& value, const std::string& help) {
  // IsMember's own description would repeat the choices in the help.
  app_.add_option(name, value, help)
      ->check(CLI::IsMember(choices).description(""))
      ->type_name(fmt::format("{}", fmt::join(choices, "|")));
}

void Command::flag(const std::string& name, bool& value, const std::string& help) {
  app_.add_flag(name, value, help);
}

void Command::footer(const std::string& text) { app_.footer(text); }

void Command::runs(std::function<Exit()> action) {
  app_.callback([&chosen = chosen_, action = std::move(action)] { chosen = action; });
}

std::vector<VerbDescription> describe_verbs() {
  std::vector<VerbDescription> all;
  for (const Verb& verb : verbs()) {
    CLI::App app;
    std::function<Exit()> chosen;
    VerbDescription out{verb.name, verb.help, {}};
    for (const CLI::Option* option : add_verb(verb, app, chosen).get_options()) {
      // Others are arguments by place.
      if (!option->get_lnames().empty()) out.options.push_back(described(*option));
    }
    all.push_back(std::move(out));
  }
  return all;
}

int run(int argc, char** argv) {
  hold_closed_streams();
  remember_command(argc, argv);
  report::set_text_width(terminal_width());
  if (std::find(argv + 1, argv + argc, std::string("--json")) != argv + argc) tell_errors_as_json();
  try {
    const int code = parse_and_run({argv + 1, argv + argc});
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw Error(Error::Code::file, {"standard output", 0},
                  fmt::format("cannot write: {}", std::strerror(errno)), "check where it goes");
    }
    return code;
  } catch (const UsageError& e) {
    tell_error("usage", {}, e.what(), e.fix());
    return static_cast<int>(Exit::wrong_usage);
  } catch (const Error& e) {
    tell_error(e);
  } catch (const std::bad_alloc&) {
    tell_error("memory", {}, "out of memory", "give smaller files, or a CSV with --trajectory");
  } catch (const std::exception& e) {
    tell_error("other", {}, e.what(), "");
  }
  return static_cast<int>(Exit::wrong_input);
}

}  // namespace alembert::cli
