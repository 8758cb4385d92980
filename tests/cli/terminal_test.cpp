// In terminals of 80 and 120 columns nothing that people read is wider than they are.
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>

#include "program.hpp"

namespace alembert::testing {

namespace {

/// What a terminal of that width is sent, without colours; the project's folder is at hand.
std::string in_terminal(int columns, std::vector<std::string> words) {
  words.insert(words.begin(), program());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  winsize size = {
      .ws_row = 50, .ws_col = static_cast<unsigned short>(columns), .ws_xpixel = 0, .ws_ypixel = 0};
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    if (chdir(ALEMBERT_SOURCE_DIR) == 0) execv(argv[0], argv.data());
    _exit(127);
  }
  std::string sent, text;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(terminal, buffer, sizeof buffer)) > 0;) {
    sent.append(buffer, static_cast<std::size_t>(n));
  }
  close(terminal);
  waitpid(child, nullptr, 0);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    if (sent[i] == '\033') {
      i = std::min(sent.find_first_of("mK", i), sent.size());
      // What is drawn over is a line of its own: whether it is drawn depends on the machine's
      // haste.
      if (i < sent.size() && sent[i] == 'K' && !text.empty() && text.back() != '\n') text += '\n';
    } else if (sent[i] != '\r') {
      text += sent[i];
    }
  }
  return text;
}

std::size_t characters(const std::string& line) {
  std::size_t count = 0;
  for (const char c : line) count += (static_cast<unsigned char>(c) >> 6) != 2 ? 1 : 0;
  return count;
}

}  // namespace

TEST(Terminal, IsNowhereNarrowerThanWhatIsSaid) {
  const std::string arm = "models/seven_axis.yaml", q = "0,0.3,0,-1.5,0,1.8,0";
  const std::vector<std::vector<std::string>> commands = {
      {"--help"},
      {"check", "models/puma560.yaml"},
      {"info", arm},
      {"pose", arm, "--q", q, "--v", q, "--jacobian", "--manipulability"},
      {"ik", arm, "--frame", "flange", "--xyz", "0.4,0.1,0.5", "--rpy", "3.14,0,0"},
      {"id", arm, "--q", q, "--parts"},
      {"id", arm, "--q", "1,2"},
      {"mass", "models/torso.yaml", "--q", "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"},
      {"com", arm, "--q", q, "--jacobian"},
      {"derivatives", arm, "--q", q},
      {"certify", "examples/xiang_1.yaml"},
      {"verify", "examples/xiang_1.yaml", "--no-write"},
      {"modes", "models/flexible_two_link.yaml", "--lock", "all"},
  };
  for (const int columns : {80, 120}) {
    for (const auto& command : commands) {
      const std::string text = in_terminal(columns, command);
      EXPECT_GT(text.size(), 40U) << command[0];
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(characters(line), static_cast<std::size_t>(columns))
            << command[0] << ": " << line;
      }
    }
  }
}

TEST(Terminal, ShowsHelpWithDescriptionsUnderThemselves) {
  const std::string text = in_terminal(80, {"predict", "--help"});
  EXPECT_TRUE(contains(text, "\n                                "));
  EXPECT_FALSE(contains(in_terminal(80, {"--help"}), "derivativesExact"));
}

}  // namespace alembert::testing
