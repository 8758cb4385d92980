#include "io/person_reader.hpp"

#include "alembert/human.hpp"
#include "alembert/strength_curve.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

Sex read_sex(const YamlMap& map) {
  const YamlValue& value = map.at("sex", "write `sex: female` or `sex: male`: whose tables count");
  if (value.is("female")) return Sex::female;
  if (value.is("male")) return Sex::male;
  value.fail(Error::Code::value, "there are no tables for " + in_quotes(value.text()),
             "write female or male");
}

}  // namespace

Robot read_person(const YamlValue& root) {
  const YamlMap map = root.map({"alembert", "name", "height", "mass", "sex"});
  const Person person{.height = map.at("height", "write `height: 1.75 m`").number(Quantity::length),
                      .mass = map.at("mass", "write `mass: 77`, in kg").number(),
                      .sex = read_sex(map)};
  Robot robot = root.at_this_line([&] { return human(person); });
  robot.file = root.where().file;
  robot.name = map.text("name", robot.name);
  return robot;
}

void read_strengths(const YamlValue& value, MotionProblem& problem) {
  if (!value.is("men") && !value.is("women")) {
    value.fail(Error::Code::value, "whose strengths depend on angle and speed is not known",
               "write `strengths: men` or `strengths: women`, or leave it out: constant ones");
  }
  problem.strengths = value.at_this_line([&] {
    return strengths_of_people(problem.model, value.is("men") ? Sex::male : Sex::female);
  });
}

}  // namespace alembert::io
