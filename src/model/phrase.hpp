// Words for messages: quoted names, short numbers, lists, and the name that was probably meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::phrase {

/// 'name', with control characters shown as ? and very long names cut.
std::string quoted(const std::string& name);

/// Up to four significant digits.
std::string number(double value);

/// "'a', 'b' and 'c'"; names past the first six are counted, not listed.
std::string list(const std::vector<std::string>& names);

/// Of links, joints, frames: of whatever has a `name`.
template <typename Things>
std::vector<std::string> names_of(const Things& things) {
  std::vector<std::string> names;
  for (const auto& thing : things) names.push_back(thing.name);
  return names;
}

/// Insertions, deletions, substitutions and swaps of neighbours between two words.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The shortest candidate that has all of `name` in it, such as the same with a prefix; or "".
std::string whole_within(const std::string& name, const std::vector<std::string>& candidates);

/// The candidate nearest to `name` by edit distance, one that has it all in it, or "" if none is
/// near.
std::string nearest(const std::string& name, const std::vector<std::string>& candidates);

/// "did you mean 'x'?" if a candidate is near, otherwise "use one of …".
std::string did_you_mean(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace alembert::phrase
