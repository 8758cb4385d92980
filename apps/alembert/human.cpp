// alembert human: a person as a robot.
#include "alembert/human.hpp"

#include "verb.hpp"

namespace alembert::cli {

namespace {

struct HumanArguments {
  std::string height = "1.75", mass = "77", sex = "male", output;
  bool force = false, json = false;
};

Exit make_human(const HumanArguments& options) {
  const Person person{.height = parse_positive(options.height, "--height"),
                      .mass = parse_positive(options.mass, "--mass"),
                      .sex = options.sex == "female" ? Sex::female : Sex::male};
  const bool to_file = !options.output.empty() && options.output != "-";
  if (options.json && !to_file) {
    throw UsageError("--json and the robot both claim standard output", "add --output FILE");
  }
  refuse_to_replace(options.output, options.force);
  write_out(options.output, human_yaml(person));
  if (options.json) {
    fmt::print("{}", json_text({{"output", options.output},
                                {"height", person.height},
                                {"mass", person.mass},
                                {"sex", options.sex},
                                {"joints", 49}}));
  } else if (to_file) {
    fmt::print("{}: next, alembert check {}\n", options.output, options.output);
  }
  return Exit::done;
}

}  // namespace

void add_human(Command& command) {
  auto& options = command.does(make_human);
  command.option("--height", "M", options.height, "m, sole to top of the head (default 1.75)");
  command.option("--mass", "KG", options.mass, "kg (default 77)");
  command.choice("--sex", {"female", "male"}, options.sex, "whose tables (default male)");
  command.option("--output", "FILE.yaml", options.output,
                 "the robot's file (default: standard output)");
  command.flag("--force", options.force, "replace the file if it exists");
  command.flag("--json", options.json, "tell what was written as JSON");
  command.footer(R"(EXAMPLES
  alembert human --output me.yaml && alembert view me.yaml
  alembert human --height 1.62 --mass 58 --sex female --output she.yaml

49 joints (rad, N m) and a free base. Segments are de Leva's (1996); the file says of every range and
strength where it comes from, and which are guesses (docs/human.md).)");
}

}  // namespace alembert::cli
