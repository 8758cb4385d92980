#include "page_output.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "alembert/version.hpp"
#include "io/text_source.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> kept_words;

std::string typed_command() {
  std::string text = "alembert";
  for (const std::string& word : kept_words) {
    const bool plain = word.find_first_of(" \t\n\"'\\$&|;<>()*?#`") == std::string::npos;
    text += plain && !word.empty() ? ' ' + word : " '" + word + "'";
  }
  return text;
}

/// The first of these programs on the PATH; empty if there is none.
std::string find_program(std::initializer_list<const char*> names) {
  const char* path = std::getenv("PATH");
  for (const char* name : names) {
    std::string rest = path ? path : "";
    while (!rest.empty()) {
      const std::size_t colon = rest.find(':');
      const fs::path there = fs::path(rest.substr(0, colon)) / name;
      if (access(there.c_str(), X_OK) == 0) return there;
      rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    }
  }
  return "";
}

std::string browser() {
  return find_program({"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"});
}

/// A folder of its own, gone at the end.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "alembert-XXXXXX").string();
    if (!mkdtemp(name.data())) {
      throw Error(Error::Code::file, {name, 0}, "cannot make a folder for pictures",
                  "check the space left, or set TMPDIR");
    }
    folder_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code none;
    fs::remove_all(folder_, none);
  }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  fs::path folder_;
};

/// Runs a program quietly, with its standard output in a file, and tells whether it went well.
bool run_quietly(const std::vector<std::string>& words, const fs::path& output) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    if (!std::freopen(output.c_str(), "wb", stdout) || !std::freopen("/dev/null", "wb", stderr)) {
      _exit(127);
    }
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::array<int, 2> parse_size(const std::string& text) {
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) {
    throw UsageError("--size " + text + " is not of the form WIDTHxHEIGHT", "such as 1280x800");
  }
  return {parse_integer(text.substr(0, cross), "--size", 200, 7680),
          parse_integer(text.substr(cross + 1), "--size", 200, 7680)};
}

std::vector<std::string> browser_words(const PictureOptions& options, const Scratch& scratch) {
  const auto [width, height] = parse_size(options.size);
  return {browser(),
          "--headless",
          "--no-sandbox",  // our own page, with nothing from a network in it
          "--disable-gpu",
          "--use-angle=swiftshader",
          "--enable-unsafe-swiftshader",
          "--hide-scrollbars",
          "--force-device-scale-factor=1",
          "--user-data-dir=" + (scratch / "profile").string(),
          fmt::format("--window-size={},{}", width, height)};
}

std::string decoded(const std::string& text) {
  std::string out;
  unsigned block = 0;
  int bits = 0;
  for (const char letter : text) {
    static const std::string digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t value = digits.find(letter);
    if (value == std::string::npos) break;
    block = block << 6 | static_cast<unsigned>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += static_cast<char>(block >> bits & 0xff);
  }
  return out;
}

[[noreturn]] void no_picture(const std::string& file, const std::string& program) {
  throw Error(Error::Code::file, {file, 0}, program + " made no picture",
              "open the report in a browser instead, or run it again with more memory free");
}

void draw_png(const PictureOptions& options, const Scratch& scratch) {
  std::vector<std::string> words = browser_words(options, scratch);
  const fs::path picture = scratch / "page.png";
  words.push_back("--virtual-time-budget=4000");
  words.push_back("--screenshot=" + picture.string());
  words.push_back(fmt::format("file://{}#still{}", (scratch / "page.html").string(),
                              options.at.empty() ? "" : "&t=" + options.at));
  if (!run_quietly(words, scratch / "log") || !fs::exists(picture)) {
    no_picture(options.png, "Chromium");
  }
  write_out(options.png, io::read_whole(picture));
}

/// The page draws every frame itself and leaves them in its own text, one a line.
int dump_frames(const PictureOptions& options, const Scratch& scratch) {
  std::vector<std::string> words = browser_words(options, scratch);
  words.push_back("--virtual-time-budget=60000");
  words.push_back("--dump-dom");
  words.push_back(
      fmt::format("file://{}#frames={}", (scratch / "page.html").string(), options.size));
  if (!run_quietly(words, scratch / "dom")) return 0;
  std::ifstream dom(scratch / "dom");
  const std::string start = "data:image/jpeg;base64,";
  int count = 0;
  for (std::string line; std::getline(dom, line);) {
    const std::size_t at = line.find(start);
    if (at == std::string::npos || line.find("data-frame") == std::string::npos) continue;
    std::ofstream frame(scratch / fmt::format("{:05}.jpg", count++), std::ios::binary);
    frame << decoded(line.substr(at + start.size()));
  }
  return count;
}

void draw_film(const std::string& file, const Scratch& scratch) {
  const fs::path film = scratch / ("film" + fs::path(file).extension().string());
  std::vector<std::string> words = {find_program({"ffmpeg"}),       "-y", "-framerate", "25", "-i",
                                    (scratch / "%05d.jpg").string()};
  // The goal is seen for a while before it begins again.
  const std::string rest = "tpad=stop_mode=clone:stop_duration=0.8";
  if (film.extension() == ".gif") {
    words.insert(words.end(), {"-vf", rest + ",split[a][b];[a]palettegen[p];[b][p]paletteuse"});
  } else {
    words.insert(words.end(), {"-vf", rest, "-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "32"});
  }
  words.push_back(film.string());
  if (!run_quietly(words, scratch / "log") || !fs::exists(film)) no_picture(file, "ffmpeg");
  write_out(file, io::read_whole(film));
}

}  // namespace

void remember_command(int argc, char** argv) { kept_words = {argv + 1, argv + argc}; }

const std::vector<std::string>& typed_words() { return kept_words; }

PageOrigin page_origin() { return {std::string("alembert ") + version(), typed_command()}; }

void add_picture_options(Command& command, PictureOptions& options) {
  command.option("--png", "FILE.png", options.png,
                 "a picture of the page, where Chromium is installed");
  command.option("--gif", "FILE.gif", options.gif,
                 "the motion as a film, where Chromium and ffmpeg are installed");
  command.option("--webm", "FILE.webm", options.webm, "the same, smaller and finer");
  command.option("--size", "WxH", options.size, "of pictures, pixels (default 1280x800)");
  command.option("--at", "S", options.at, "instant of the picture, s (default: in the middle)");
}

void check_pictures(const PictureOptions& options) {
  if (!options.any()) return;
  parse_size(options.size);
  if (!options.at.empty()) parse_numbers(options.at, "--at", 1, "S");
  if (browser().empty()) {
    throw Error(Error::Code::unsupported, "pictures are drawn by Chromium, which is not installed",
                "install it (apt-get install chromium), or open the report in a browser");
  }
  const bool film = !options.gif.empty() || !options.webm.empty();
  if (film && find_program({"ffmpeg"}).empty()) {
    throw Error(Error::Code::unsupported, "films are made by ffmpeg, which is not installed",
                "install it (apt-get install ffmpeg), or ask for a --png");
  }
}

void draw_pictures(const PictureOptions& options, const std::string& html) {
  if (!options.any()) return;
  const Scratch scratch;
  write_out((scratch / "page.html").string(), html);
  if (!options.png.empty()) draw_png(options, scratch);
  if (options.gif.empty() && options.webm.empty()) return;
  const std::string& first = options.gif.empty() ? options.webm : options.gif;
  if (dump_frames(options, scratch) == 0) no_picture(first, "Chromium");
  for (const std::string& film : {options.gif, options.webm}) {
    if (!film.empty()) draw_film(film, scratch);
  }
}

}  // namespace alembert::cli
