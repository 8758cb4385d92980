// In terminals of 80 and 120 columns nothing that people read is wider than they are.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>

#include "program.hpp"

namespace alembert::testing::terminal_test {

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
  // Held open here as well: what is on its way when the last one closes a terminal may be lost.
  const int other_end = open(ptsname(terminal), O_RDWR | O_NOCTTY);
  std::string sent, text;
  char buffer[4096];
  constexpr int patience = 50;  // ms
  for (bool over = false;;) {
    pollfd ready = {.fd = terminal, .events = POLLIN, .revents = 0};
    if (poll(&ready, 1, patience) > 0) {
      const ssize_t n = read(terminal, buffer, sizeof buffer);
      if (n > 0) sent.append(buffer, static_cast<std::size_t>(n));
    } else if (over) {
      break;
    } else {
      over = waitpid(child, nullptr, WNOHANG) == child;
    }
  }
  close(other_end);
  close(terminal);
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

}  // namespace alembert::testing::terminal_test
