// The scripts that let shells finish our words, tried in bash itself.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "program.hpp"

namespace alembert::testing::completion_test {

std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    text.append(buffer, n);
  }
  pclose(pipe);
  return text;
}

/// What bash offers after these words, the last of them unfinished.
std::string offered(const Workbench& bench, const std::string& words) {
  bench.write("try.sh", "source ./alembert.bash\nCOMP_WORDS=(alembert " + words +
                            ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_alembert\n"
                            "printf '%s\\n' \"${COMPREPLY[@]}\"\n");
  return output_of("cd '" + bench.path(".") + "' && bash try.sh 2>&1");
}

TEST(Completion, OfBashKnowsVerbsOptionsChoicesAndFiles) {
  const Workbench bench;
  bench.write("alembert.bash", bench.run({"completion", "bash"}).out);
  const std::string all = offered(bench, "''");
  for (const std::string& verb : verbs) EXPECT_TRUE(contains(all, verb + "\n")) << verb;
  EXPECT_EQ(offered(bench, "pre"), "predict\n");
  EXPECT_EQ(offered(bench, "pose arm.urdf --jac"), "--jacobian\n");
  EXPECT_EQ(offered(bench, "pose arm.urdf --base fl"), "floating\n");
  EXPECT_EQ(offered(bench, "pose ar"), "arm.urdf\n");
  EXPECT_EQ(offered(bench, "completion z"), "zsh\n");
}

TEST(Completion, KnowsEveryOptionThatTheHelpKnows) {
  const Workbench bench;
  const std::string bash = bench.run({"completion", "bash"}).out;
  const std::string zsh = bench.run({"completion", "zsh"}).out;
  const std::string fish = bench.run({"completion", "fish"}).out;
  for (const std::string& verb : verbs) {
    std::istringstream help(bench.run({verb, "--help"}).out);
    for (std::string line; std::getline(help, line);) {
      const auto at = line.find("--");
      if (!line.starts_with("  -") || at == std::string::npos) continue;
      const std::string option = line.substr(at, line.find_first_of(" ,:=[", at) - at);
      EXPECT_TRUE(contains(zsh, "'*" + option + "[")) << verb;
      EXPECT_TRUE(contains(bash, " " + option)) << verb;
      EXPECT_TRUE(contains(fish, "from " + verb + "' -l " + option.substr(2))) << verb;
    }
  }
}

TEST(Completion, IsWhatItsShellCanRead) {
  const Workbench bench;
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const Outcome script = bench.run({"completion", shell});
    EXPECT_EQ(script.code, 0);
    bench.write("script", script.out);
    if (std::system(("command -v " + shell + " >/dev/null").c_str()) != 0) continue;
    EXPECT_EQ(std::system((shell + " -n '" + bench.path("script") + "'").c_str()), 0) << shell;
  }
  EXPECT_EQ(bench.run({"completion", "tcsh"}).code, 2);
}

}  // namespace alembert::testing::completion_test
