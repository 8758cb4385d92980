// Numbers and words as people write them: strict parsing, shortest printing, "did you mean".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/phrase.hpp"

namespace alembert::io {

/// Bytes; a text that is longer is no robot.
inline constexpr std::size_t longest_robot = 64u << 20;

/// The whole of `text` as a number, whatever the locale. "inf" and "nan" are numbers here.
std::optional<double> parse_number(std::string_view text);

/// The fewest digits that read back as the same double; never "-0".
std::string number_text(double value);

std::string_view trimmed(std::string_view text);
std::vector<std::string_view> words(std::string_view text);
std::string lower_case(std::string_view text);

/// In single quotes, safe to print: control characters replaced, long text cut short.
std::string in_quotes(std::string_view text);

/// Between quotes, those within it doubled.
std::string with_doubled(char quote, std::string_view text);

/// "a, b, c".
std::string listed(const std::vector<std::string>& items);

/// 'a', 'b' and 'c'; of many the first few and how many more.
std::string some_of(const std::vector<std::string>& names);

/// The candidate that is a likely slip of the finger away from `word`, or nothing.
std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// "did you mean 'x'? allowed: x, y, z", or without the question if nothing is close.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

/// Throws Error unless the text is free of NUL bytes (which end C strings early, unnoticed).
void require_text(const std::string& text, const std::string& file);

}  // namespace alembert::io
