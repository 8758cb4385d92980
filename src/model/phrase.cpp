#include "model/phrase.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace alembert::phrase {

namespace {

constexpr std::size_t longest_name = 60;
constexpr std::size_t longest_list = 6;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::move(last);
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({substitution, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string quoted(const std::string& name) {
  std::string shown = name.substr(0, longest_name);
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return "'" + shown + (name.size() > longest_name ? "…'" : "'");
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string list(const std::vector<std::string>& names) {
  const bool cut = names.size() > longest_list;
  const std::size_t shown = cut ? longest_list : names.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += !cut && i + 1 == shown ? " and " : ", ";
    text += quoted(names[i]);
  }
  if (cut) text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

std::string whole_within(const std::string& name, const std::vector<std::string>& candidates) {
  constexpr std::size_t telling = 3;  // letters; fewer are in many names by chance
  std::string found;
  if (name.size() < telling) return found;
  for (const std::string& candidate : candidates) {
    if (candidate.find(name) == std::string::npos) continue;
    if (found.empty() || candidate.size() < found.size()) found = candidate;
  }
  return found;
}

std::string nearest(const std::string& name, const std::vector<std::string>& candidates) {
  if (name.size() > longest_name) return "";
  const std::size_t near_enough = std::max<std::size_t>(1, name.size() / 3);
  std::size_t best = near_enough + 1;
  std::string found;
  for (const std::string& candidate : candidates) {
    const std::size_t gap = candidate.size() > name.size() ? candidate.size() - name.size()
                                                           : name.size() - candidate.size();
    if (gap >= best) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return found.empty() ? whole_within(name, candidates) : found;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string found = nearest(name, candidates);
  if (!found.empty()) return "did you mean " + quoted(found) + "?";
  if (candidates.empty()) return "there is none to choose from";
  return "use one of " + list(candidates);
}

}  // namespace alembert::phrase
