// Tables as wide as the terminal, and numbers without their rounding.
#include "report/text_table.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace alembert::report::text_table_test {

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t most = 0;
  for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
  return most;
}

/// While it is there lines have so many characters.
struct Wide {
  explicit Wide(int characters) { set_text_width(characters); }
  ~Wide() { set_text_width(0); }
};

Table numbers(int columns) {
  std::vector<Table::Column> titles = {"joint"};
  std::vector<std::string> row = {"shoulder"};
  for (int c = 0; c < columns; ++c) {
    titles.push_back(right("column" + std::to_string(c)));
    titles.push_back({""});
    row.push_back("-123.456");
    row.push_back("N m");
  }
  Table table(titles);
  table.row(row);
  return table;
}

TEST(TextTable, GoesOnBelowWhereTheTerminalEnds) {
  const std::string whole = numbers(12).text();
  EXPECT_GT(longest_line(whole), 120U);
  for (const int width : {80, 120}) {
    const Wide terminal(width);
    const std::string text = numbers(12).text();
    EXPECT_LE(longest_line(text), static_cast<std::size_t>(width)) << text;
    std::istringstream lines(text);
    int units = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.starts_with("joint")) continue;
      EXPECT_TRUE(line.starts_with("shoulder")) << text;
      EXPECT_TRUE(line.ends_with("-123.456  N m")) << text;  // a number keeps its unit
      ++units;
    }
    EXPECT_GT(units, 1);
    for (int c = 0; c < 12; ++c) {
      EXPECT_NE(text.find("column" + std::to_string(c)), std::string::npos);
    }
  }
  EXPECT_EQ(numbers(12).text(), whole);
}

TEST(TextTable, BreaksWordsOfItsLastColumnUnderThemselves) {
  Table table({"verb", "what it tells"});
  table.row({"check", "what is wrong or suspicious, where, and the fix that helps against it"});
  const Wide terminal(40);
  EXPECT_EQ(table.text(),
            "verb   what it tells\n"
            "check  what is wrong or suspicious,\n"
            "       where, and the fix that helps\n"
            "       against it\n");
}

TEST(TextTable, WrapsSentencesAtSpaces) {
  const Wide terminal(20);
  EXPECT_EQ(wrapped("a sentence that is longer\nthan it", 2),
            "a sentence that is\n  longer\nthan it");
  EXPECT_EQ(wrapped("\033[31mred\033[0m is no wider"), "\033[31mred\033[0m is no wider");
  EXPECT_EQ(wrapped("averyveryveryverylongword x"), "averyveryveryverylongword\nx");
}

TEST(Significant, TakesRoundingForZeroAndNothingElse) {
  EXPECT_EQ(significant(3e-17, 1.0), "0");
  EXPECT_EQ(significant(-3e-17, 1.0), "0");
  EXPECT_EQ(significant(3e-9, 1.0), "3e-09");
  EXPECT_EQ(significant(3e-17, 1e-10), "3e-17");
  EXPECT_EQ(significant(3e-17), "3e-17");
}

}  // namespace alembert::report::text_table_test
