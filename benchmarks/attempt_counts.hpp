// What searches tried, over many problems: how often, to what end and at what cost.
#pragma once

#include <array>
#include <cstdio>

#include "alembert/solution.hpp"
#include "io/document_words.hpp"

namespace alembert::bench {

class AttemptCounts {
 public:
  void add(const Solution& solution) {
    const bool solved = solution.status == MotionStatus::solved;
    bool failed = false;  // something before it led to nothing
    std::array<bool, kinds> here = {};
    for (const Attempt& attempt : solution.diary) {
      Count& count = counts_[static_cast<std::size_t>(attempt.kind)];
      here[static_cast<std::size_t>(attempt.kind)] = true;
      ++count.tried;
      count.kept += attempt.kept ? 1 : 0;
      count.iterations += attempt.iterations;
      count.seconds += attempt.seconds;
      const bool begins = attempt.kind <= Attempt::Kind::after_giving;
      if (begins && attempt.kept && failed && solved) ++count.rescued;
      failed = begins && !attempt.kept;
    }
    for (std::size_t k = 0; k < kinds; ++k) counts_[k].problems += here[k] ? 1 : 0;
    ++problems_;
  }

  void print(std::FILE* to) const {
    std::fprintf(to, "%-16s %9s %7s %7s %8s %11s %9s\n", "attempt", "problems", "tried", "kept",
                 "rescued", "iterations", "seconds");
    for (std::size_t k = 0; k < kinds; ++k) {
      const Count& count = counts_[k];
      if (count.tried == 0) continue;
      std::fprintf(to, "%-16s %9d %7d %7d %8d %11ld %9.2f\n", words_of(Attempt::Kind{})[k],
                   count.problems, count.tried, count.kept, count.rescued, count.iterations,
                   count.seconds);
    }
    std::fprintf(to, "of %d problems; rescued: solved from it after others had failed\n",
                 problems_);
  }

 private:
  static constexpr std::size_t kinds = static_cast<std::size_t>(Attempt::Kind::less_tightening) + 1;
  struct Count {
    int problems = 0, tried = 0, kept = 0, rescued = 0;
    long iterations = 0;
    double seconds = 0.0;
  };
  std::array<Count, kinds> counts_ = {};
  int problems_ = 0;
};

}  // namespace alembert::bench
