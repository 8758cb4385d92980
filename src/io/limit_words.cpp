#include "io/limit_words.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace alembert::io {

namespace {

constexpr std::pair<const char*, LimitKind> kind_words[] = {
    {"clearance", LimitKind::clearance},
    {"orientation (cosine)", LimitKind::pose_orientation},
    {"position", LimitKind::pose_position},
    {"balance", LimitKind::balance},
    {"contact force", LimitKind::contact},
    {"sliding speed", LimitKind::sliding},
    {"holding torque", LimitKind::holding_torque},
    {"position", LimitKind::position},
    {"velocity", LimitKind::velocity},
    {"acceleration", LimitKind::acceleration},
    {"jerk", LimitKind::jerk},
    {"torque", LimitKind::torque},
    {"power", LimitKind::power},
    {"duration", LimitKind::duration}};

/// Takes `word` off the front.
bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// "start ", "waypoint NAME ", "repetition of ": where, and what is left to read.
std::string_view read_place(std::string_view limit, LimitSubject& of) {
  if (take(limit, "start ")) {
    of.place = LimitPlace::start;
  } else if (take(limit, "goal ")) {
    of.place = LimitPlace::goal;
  } else if (take(limit, "repetition of ")) {
    of.place = LimitPlace::repetition;
  } else if (take(limit, "waypoint ")) {
    of.place = LimitPlace::waypoint;
    // Names may have spaces; what is limited there is one word, or two.
    const std::string_view cosine = " orientation (cosine)";
    const auto end = limit.ends_with(cosine) ? limit.size() - cosine.size() : limit.rfind(' ');
    if (end == std::string_view::npos) return limit;
    of.waypoint = limit.substr(0, end);
    limit.remove_prefix(end + 1);
  }
  return limit;
}

int axis_of(std::string_view letter) {
  return letter == "x" ? 0 : letter == "y" ? 1 : letter == "z" ? 2 : -1;
}

/// "tip z", "tip x-y": a frame and one of its entries.
void read_frame_entry(std::string_view entry, LimitSubject& of) {
  static constexpr std::array<std::string_view, 5> cosines = {"x-y", "y-z", "z-x", "x-x", "y-y"};
  const auto space = entry.rfind(' ');
  of.name = entry.substr(0, space);
  const std::string_view last = entry.substr(space == std::string_view::npos ? 0 : space + 1);
  of.row = of.axis = axis_of(last);
  for (std::size_t i = 0; i < cosines.size(); ++i) {
    if (cosines[i] == last) of.row = static_cast<int>(i);
  }
}

int row_of(std::string_view digits) {
  int row = 0;
  for (const char c : digits) row = c >= '0' && c <= '9' && row < 1000 ? 10 * row + (c - '0') : row;
  return row - 1;
}

/// Kinds whose entries are places, not joints.
bool is_of_place(LimitKind kind) {
  return kind == LimitKind::clearance || kind == LimitKind::pose_orientation ||
         kind == LimitKind::pose_position;
}

}  // namespace

const char* kind_word(LimitKind kind) {
  for (const auto& [word, known] : kind_words) {
    if (known == kind) return word;
  }
  return "";
}

LimitSubject subject_of_words(const std::string& limit, const std::string& entry,
                              const std::string& unit) {
  LimitSubject of;
  std::string_view what = read_place(limit, of);
  if (what == "orientation (cosine)" || (what == "position" && of.place != LimitPlace::throughout &&
                                         unit == "m" && entry.find(' ') != std::string::npos)) {
    of.kind = what == "position" ? LimitKind::pose_position : LimitKind::pose_orientation;
    read_frame_entry(entry, of);
    return of;
  }
  for (const auto& [word, kind] : kind_words) {
    if (what != word || is_of_place(kind)) continue;
    of.kind = kind;
    of.name = entry;
    of.angular = unit != "N" && !unit.starts_with("m");
    return of;
  }
  if (what == "clearance") {
    const auto between = entry.find(" to ");
    of.kind = LimitKind::clearance;
    of.name = entry.substr(0, between);
    if (between != std::string::npos) of.other = entry.substr(between + 4);
  } else if (take(what, "closure of ")) {
    of.kind = LimitKind::closure;
    of.name = what;
    of.row = row_of(entry);
  } else if (entry == "angle") {
    return {.kind = LimitKind::path_angle, .name = limit};
  } else if (entry == "sum") {
    return {.kind = LimitKind::joint_sum, .name = limit, .angular = unit != "m"};
  } else {
    of = {.kind = LimitKind::path_position, .name = limit};
    of.axis = axis_of(entry);
    of.row = of.axis >= 0 ? of.axis : row_of(entry);
  }
  return of;
}

}  // namespace alembert::io
