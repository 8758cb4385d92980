// Several searches at once, each in a process of its own: the linear solver below is not safe in
// threads. Signals are the program's business, so this is not in the library.
#pragma once

#include "alembert/executor.hpp"

namespace alembert::cli {

class Processes : public Executor {
 public:
  /// So many at once; 0 is one a core.
  explicit Processes(int at_once);
  int width() const override { return at_once_; }
  std::vector<Answer> run(int count, const Job& job, const Watch& watch) override;

 private:
  int at_once_;
};

}  // namespace alembert::cli
