// ./alembert builds what a command needs, in stages, and keeps what it has built.
#include <gtest/gtest.h>

#include "machine.hpp"

namespace alembert::testing::stages_test {

/// On which programs are built that say which they are, and hand `id` over to the second, `bench`
/// to the whole one.
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
case $1-${0##*/} in
  id-alembert-first | bench-alembert-first | bench-alembert-second) exec "$ALEMBERT_NEXT" "$@" ;;
esac
echo "${0##*/} ran $*"
END
chmod +x "$program")fake");
  }
  std::string last_line(const std::string& words) {
    const std::string said = machine_.alembert(words).said;
    return said.substr(said.rfind('\n', said.size() - 2) + 1);
  }

  Machine machine_;
};

TEST_F(Stages, ACommandBuildsWhatItNeeds) {
  EXPECT_EQ(last_line("predict arm.yaml"), "alembert-first ran predict arm.yaml\n");
  EXPECT_EQ(last_line("id arm.yaml"), "alembert-second ran id arm.yaml\n");
  EXPECT_EQ(last_line("bench arm.yaml"), "alembert ran bench arm.yaml\n");
}

TEST_F(Stages, WhatIsBuiltIsUsedByAllLaterCommands) {
  last_line("id arm.yaml");
  EXPECT_EQ(last_line("predict arm.yaml"), "alembert-second ran predict arm.yaml\n");
  last_line("bench arm.yaml");
  EXPECT_EQ(last_line("predict arm.yaml"), "alembert ran predict arm.yaml\n");
  EXPECT_EQ(last_line("id arm.yaml"), "alembert ran id arm.yaml\n");
  std::string built = machine_.asked();
  built = built.substr(built.find("alembert_first"));
  EXPECT_EQ(built, "alembert_first\nalembert_second\nalembert_cli\n");
}

}  // namespace alembert::testing::stages_test
