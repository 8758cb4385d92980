// Damaged files either read or throw Error; nothing else may happen.
#include <random>

#include "alembert/doctor.hpp"
#include "alembert/io.hpp"
#include "full_robot.hpp"
#include "io_testing.hpp"

namespace alembert::testing::fuzz_test {

constexpr int damages = 500;

template <typename Read>
bool reads_or_refuses(Read&& read, const std::string& text) {
  try {
    const Robot robot = read(text, "fuzz");
    (void)examine(robot);
    return true;
  } catch (const Error& error) {
    EXPECT_FALSE(std::string(error.what()).empty());
    return false;
  } catch (const std::exception& other) {
    ADD_FAILURE() << "not an Error: " << other.what() << "\n" << text;
    return false;
  }
}

std::string mutated(std::string text, std::mt19937& random) {
  static const std::string alphabet = "<>/\"'=&;!-[]{}:,# \n\t\\*|?%@`~0159.eEnainf_x\x01\x80\xff";
  const auto below = [&](std::size_t n) { return random() % n; };
  for (std::size_t i = 1 + below(4); i > 0; --i) {
    const std::size_t at = below(text.size());
    const char c = alphabet[below(alphabet.size())];
    switch (below(4)) {
      case 0:
        text[at] = c;
        break;
      case 1:
        text.insert(at, 1, c);
        break;
      case 2:
        text.erase(at, 1 + below(12));
        break;
      default:
        text.insert(at, text.substr(below(text.size()), below(40)));
        break;
    }
  }
  return text;
}

template <typename Read>
void expect_reading_or_error(Read&& read, const std::string& text, unsigned seed) {
  std::mt19937 random(seed);
  ASSERT_TRUE(reads_or_refuses(read, text));
  int refused = 0;
  for (int i = 0; i < damages; ++i) {
    refused += !reads_or_refuses(read, text.substr(0, random() % text.size()));
    refused += !reads_or_refuses(read, mutated(text, random));
  }
  EXPECT_GT(refused, damages / 2) << "the damage does no harm: the test tests nothing";
}

std::string urdf_text() {
  Robot robot = read_yaml(full_robot, "full.yaml");
  robot.joints[2].type = JointType::revolute;
  robot.joints[2].pitch = 0.0;
  return write_urdf(robot);
}

TEST(Fuzz, DamagedYamlReadsOrThrowsError) { expect_reading_or_error(read_yaml, full_robot, 1); }

TEST(Fuzz, DamagedUrdfReadsOrThrowsError) { expect_reading_or_error(read_urdf, urdf_text(), 2); }

TEST(Fuzz, GarbageThrowsError) {
  std::mt19937 random(3);
  for (int i = 0; i < damages; ++i) {
    std::string garbage(random() % 400, '\0');
    for (char& c : garbage) c = static_cast<char>(random() % 256);
    EXPECT_FALSE(reads_or_refuses(read_yaml, garbage));
    EXPECT_FALSE(reads_or_refuses(read_urdf, garbage));
  }
}

}  // namespace alembert::testing::fuzz_test
