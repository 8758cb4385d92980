// How files and documents spell joints and what links are made of, in the order of the enums.
#pragma once

#include "alembert/flexible_link.hpp"
#include "io/document_words.hpp"

namespace alembert {

inline Spellings words_of(JointType) { return words_up_to<JointType::floating>(); }
inline Spellings words_of(Visual::Shape) {
  static constexpr const char* words[] = {"box", "cylinder", "capsule", "sphere", "mesh"};
  return words;
}
inline Spellings words_of(ModeKind) { return words_up_to<ModeKind::axial>(); }
inline Spellings words_of(ShapeFamily) {
  static constexpr const char* words[] = {"clamped-free", "clamped-tip-mass", "pinned",
                                          "polynomial",   "finite-element",   "file"};
  return words;
}

}  // namespace alembert
