// What is asked of the random problems on the command line.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "alembert/motion.hpp"

namespace alembert::bench {

struct Arguments {
  unsigned seed = 1;  ///< of the first problem; each next one has the next
  int count = 200;
  bool profiles = false;    ///< compare with trapezoids
  bool mechanisms = false;  ///< many joints, loops, joints without motors, other segments
  bool coulomb = false;     ///< problems with Coulomb friction, beside the smoothed one
  int starts = 1;
  int samples = 20'000;        ///< a motion
  double most_seconds = 60.0;  ///< a solve
  int threads = 0;
  int free_subset = 15;  ///< of the comparison, against free knots and six starts
  std::optional<SplineOptions::Knots> knots;
  SolverMethod method = SolveOptions().method;
  EquationFactor equations = SolveOptions().equations;
  std::string csv;  ///< a line a problem
};

inline SplineOptions::Knots knots_of(const std::string& word) {
  using Knots = SplineOptions::Knots;
  if (word == "uniform") return Knots::uniform;
  if (word == "phases") return Knots::phases;
  if (word == "free") return Knots::free;
  return Knots::adapted;
}

inline EquationFactor equations_of(const std::string& word) {
  if (word == "condensed") return EquationFactor::condensed;
  return word == "kept" ? EquationFactor::kept : EquationFactor::automatic;
}

/// Nothing where the words make no sense.
inline std::optional<Arguments> arguments(int argc, char** argv) {
  Arguments out;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--only") {
      out.count = 1;
      continue;
    }
    if (word == "--mechanisms") {
      out.mechanisms = true;
      continue;
    }
    if (word == "--coulomb") {
      out.coulomb = true;
      continue;
    }
    if (word == "--trapezoid") {
      out.profiles = true;
      continue;
    }
    if (k + 1 == argc) return {};
    const char* value = argv[++k];
    if (word == "--seed") {
      out.seed = static_cast<unsigned>(std::atoi(value));
    } else if (word == "--count") {
      out.count = std::atoi(value);
    } else if (word == "--starts") {
      out.starts = std::atoi(value);
    } else if (word == "--samples") {
      out.samples = std::atoi(value);
    } else if (word == "--seconds") {
      out.most_seconds = std::atof(value);
    } else if (word == "--threads") {
      out.threads = std::atoi(value);
    } else if (word == "--free") {
      out.free_subset = std::atoi(value);
    } else if (word == "--knots") {
      out.knots = knots_of(value);
    } else if (word == "--method") {
      out.method = std::string(value) == "ipopt" ? SolverMethod::ipopt : SolverMethod::structured;
    } else if (word == "--equations") {
      out.equations = equations_of(value);
    } else if (word == "--csv") {
      out.csv = value;
    } else {
      return {};
    }
  }
  return out;
}

}  // namespace alembert::bench
