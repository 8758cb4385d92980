#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "alembert/error.hpp"

namespace alembert::io {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// The things we name, and what other books and formats call them.
constexpr std::pair<std::string_view, std::string_view> other_words[] = {
    {"a", "r"},
    {"theta", "offset q"},
    {"viscous", "damping"},
    {"position", "lower upper range"},
    {"effort", "torque force"},
    {"ratio", "multiplier"},
    {"com", "cog center_of_mass"},
    {"xx", "ixx"},
    {"dh-standard", "dh-classic"},
    {"torque", "effort"},
    {"carry", "payload payloads"},
    {"minimize", "objective minimise"},
};

std::string_view our_word_for(std::string_view word) {
  for (const auto& [ours, others] : other_words) {
    const std::vector<std::string_view> theirs = words(others);
    if (std::find(theirs.begin(), theirs.end(), word) != theirs.end()) return ours;
  }
  return word;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::string number_text(double value) { return fmt::format("{}", value == 0.0 ? 0.0 : value); }

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t length = std::min(text.find_first_of(blanks), text.size());
    found.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return found;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::string in_quotes(std::string_view text) { return phrase::quoted(std::string(text)); }

std::string with_doubled(char quote, std::string_view text) {
  std::string out(1, quote);
  for (const char c : text) out.append(c == quote ? 2 : 1, c);
  return out + quote;
}

std::string listed(const std::vector<std::string>& items) {
  return fmt::format("{}", fmt::join(items, ", "));
}

std::string some_of(const std::vector<std::string>& names) { return phrase::list(names); }

std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64;
  if (word.empty() || word.size() > longest) return std::nullopt;
  const std::string wanted(our_word_for(lower_case(word)));
  std::size_t best = std::max<std::size_t>(1, std::min<std::size_t>(3, word.size() / 3)) + 1;
  std::optional<std::string> found;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = phrase::edit_distance(wanted, lower_case(candidate));
    // A distance as long as the candidate shares no letter with it.
    if (distance < best && distance < candidate.size()) {
      best = distance;
      found = candidate;
    }
  }
  if (found) return found;
  const std::string longer = phrase::whole_within(std::string(word), candidates);
  return longer.empty() ? std::nullopt : std::optional(longer);
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string allowed = "allowed: " + listed(candidates);
  const auto guess = closest(word, candidates);
  return guess ? fmt::format("did you mean {}? {}", in_quotes(*guess), allowed) : allowed;
}

void require_text(const std::string& text, const std::string& file) {
  const std::size_t nul = text.find('\0');
  if (nul == std::string::npos) return;
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(nul), '\n');
  throw Error(Error::Code::syntax, {file, static_cast<int>(line)},
              "the file is not text: it holds a NUL byte",
              "save it as UTF-8 text (UTF-16 looks like this)");
}

}  // namespace alembert::io
