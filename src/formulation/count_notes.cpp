#include "formulation/count_notes.hpp"

#include <map>

namespace alembert {

std::string count_note(const std::string& formulation) {
  static const std::map<std::string, std::string> notes = {
      {"uicker_kahn",
       "no whole count equals the print: at n = 1 neither polynomial is a whole number, and Table "
       "II "
       "has 66271 multiplications at n = 6 where Table I gives 67153. Our reading of (4) and (5) "
       "has "
       "86 2/3 n^3 and 53 1/3 n for 86 5/12 n^3 and 53 1/2 n, and 40 1/6 n additions for 42 1/3 n. "
       "The scan's 66 1/2 and 42 1/2 are read as thirds, which give Table II's 51548"},
      {"waters",
       "as Table I prints it; Table II has 7051 multiplications at n = 6, where Table I gives "
       "7045"},
      {"hollerbach_4x4",
       "the print has 20 n multiplications more and the same additions, so no product is missing; "
       "16 + 4 is scaling a matrix and a vector once more, which (12) to (14) do not need"},
      {"hollerbach_3x3",
       "the print has 14 n - 7 multiplications more and the same additions, so no product is "
       "missing; no scaling or outer product of (16) to (18) accounts for them"},
      {"newton_euler_base",
       "no paper prints it; counted with dense products, the rotations formed free of charge"},
      {"newton_euler",
       "the print has 25 n - 10 multiplications and 26 n - 8 additions more than its equations "
       "with "
       "dense products need; it lists no costs of steps to compare with"},
      {"silver",
       "prints no count; the theorem is that it is Newton-Euler's, and it is, operation by "
       "operation"},
      {"kane",
       "three multiplications below the print: this program leaves out every product known "
       "to be zero at the first and last link; the paper's own list of steps sums to 50 n - "
       "37 for stage 2, where it prints 50 n - 47"},
      {"xiang",
       "prints no count; without loads its recursion is Hollerbach's with 4x4 matrices and "
       "is counted by his conventions"},
  };
  const auto found = notes.find(formulation);
  return found == notes.end() ? "" : found->second;
}

}  // namespace alembert
