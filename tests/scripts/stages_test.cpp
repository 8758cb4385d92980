// ./alembert builds what a command needs, in stages, and keeps what it has built.
#include <gtest/gtest.h>

#include <algorithm>

#include "machine.hpp"

namespace alembert::testing::stages_test {

/// On which programs are built that say which they are, and hand over what is `flexible`, and the
/// first one what is on the `ground`.
class Stages : public ::testing::Test {
 protected:
  Stages() {
    machine_.fake("cmake",
                  R"fake([[ $1 == --build ]] || { mkdir -p "$machine/build/release"; exit; }
echo "$4" >>"$machine/asked"
program=$machine/build/release/${4/_/-}
[[ $4 == alembert_cli ]] && program=$machine/build/release/alembert
cat >"$program" <<'END'
#!/bin/bash
case $2-${0##*/} in
  ground-alembert-first | flexible-alembert-first | flexible-alembert-second) exec "$ALEMBERT_NEXT" "$@" ;;
esac
echo "${0##*/} ran $*"
END
chmod +x "$program")fake");
  }
  std::string last_line(const std::string& words) {
    const std::string said = machine_.alembert(words).said;
    return said.substr(said.rfind('\n', said.size() - 2) + 1);
  }
  /// The programs that were asked for, in order.
  std::string built() const {
    const std::string asked = machine_.asked();
    return asked.substr(std::min(asked.find("alembert_"), asked.size()));
  }

  Machine machine_;
};

TEST_F(Stages, WhatAProgramHasNotIsHandedOver) {
  EXPECT_EQ(last_line("predict arm"), "alembert-first ran predict arm\n");
  EXPECT_EQ(last_line("predict ground"), "alembert-second ran predict ground\n");
  EXPECT_EQ(last_line("predict flexible"), "alembert ran predict flexible\n");
  EXPECT_EQ(built(), "alembert_first\nalembert_second\nalembert_cli\n");
}

TEST_F(Stages, WhatIsBuiltIsUsedByAllLaterCommands) {
  last_line("predict ground");
  EXPECT_EQ(last_line("predict arm"), "alembert-second ran predict arm\n");
  last_line("predict flexible");
  EXPECT_EQ(last_line("predict arm"), "alembert ran predict arm\n");
  EXPECT_EQ(built(), "alembert_first\nalembert_second\nalembert_cli\n");
}

TEST_F(Stages, AVerbIsBuiltWithoutProgramsThatHaveItNot) {
  EXPECT_EQ(last_line("id arm"), "alembert-second ran id arm\n");
  EXPECT_EQ(built(), "alembert_second\n");
  EXPECT_EQ(last_line("bench arm"), "alembert ran bench arm\n");
  EXPECT_EQ(built(), "alembert_second\nalembert_cli\n");
}

TEST_F(Stages, WordsThatAreNoVerbAreForTheFirst) {
  EXPECT_EQ(last_line("--help"), "alembert-first ran --help\n");
  EXPECT_EQ(last_line(""), "alembert-first ran \n");
}

// A second program could not read it again.
TEST_F(Stages, APipeIsForTheWholeProgram) {
  const std::string words = "predict arm --initial=" + machine_.make_pipe();
  EXPECT_EQ(last_line(words), "alembert ran " + words + "\n");
  EXPECT_EQ(built(), "alembert_cli\n");
}

TEST_F(Stages, StandardInputIsNotWhereAnswersGo) {
  EXPECT_EQ(last_line("predict arm --output -"), "alembert-first ran predict arm --output -\n");
}

}  // namespace alembert::testing::stages_test
