#include <gtest/gtest.h>

#include "alembert/human.hpp"
#include "alembert/io.hpp"
#include "alembert/model.hpp"

namespace alembert::person_reader_test {

std::string file_of(const std::string& height, const std::string& sex) {
  return "alembert: person/1\nheight: " + height + "\nmass: 58\nsex: " + sex + "\n";
}

TEST(PersonReader, ReadsThePersonOfThoseMeasures) {
  const Robot read = read_yaml(file_of("162 cm", "female"), "she.yaml");
  const Robot made = human({.height = 1.62, .mass = 58.0, .sex = Sex::female});
  EXPECT_EQ(read.file, "she.yaml");
  ASSERT_EQ(read.links.size(), made.links.size());
  for (std::size_t i = 0; i < made.links.size(); ++i) {
    ASSERT_EQ(read.links[i].inertia.has_value(), made.links[i].inertia.has_value());
    if (!made.links[i].inertia) continue;
    EXPECT_EQ(read.links[i].inertia->mass, made.links[i].inertia->mass);
    EXPECT_EQ(read.links[i].inertia->com, made.links[i].inertia->com);
  }
  EXPECT_EQ(compile(read).dofs(), compile(made).dofs());
}

TEST(PersonReader, SaysWhereThereIsNoSuchPerson) {
  const auto reason = [](const std::string& text) -> std::string {
    try {
      read_yaml(text, "she.yaml");
    } catch (const Error& error) {
      EXPECT_EQ(error.where().file, "she.yaml");
      return error.reason();
    }
    return "";
  };
  EXPECT_NE(reason(file_of("3 m", "male")).find("beyond what the tables"), std::string::npos);
  EXPECT_NE(reason(file_of("1.7", "both")).find("no tables for 'both'"), std::string::npos);
  EXPECT_NE(reason("alembert: person/1\nmass: 58\n").find("height"), std::string::npos);
}

}  // namespace alembert::person_reader_test
