// Pages that the program writes: who made them, and pictures of them by a browser.
#pragma once

#include <string>
#include <vector>

#include "alembert/page.hpp"

namespace alembert::cli {

class Command;

/// Keeps what was typed, for pages to tell.
void remember_command(int argc, char** argv);
/// All but the program's name.
const std::vector<std::string>& typed_words();
PageOrigin page_origin();

/// --png, --gif, --webm, --size and --at.
struct PictureOptions {
  std::string png, gif, webm, size = "1280x800", at;

  bool any() const { return !png.empty() || !gif.empty() || !webm.empty(); }
};
void add_picture_options(Command& command, PictureOptions& options);
/// Before the work: sizes that make no sense, programs that are not there. Throws.
void check_pictures(const PictureOptions& options);
/// Draws the pictures that were asked for of a page, through headless Chromium and ffmpeg.
void draw_pictures(const PictureOptions& options, const std::string& html);

}  // namespace alembert::cli
