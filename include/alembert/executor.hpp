// How several independent searches are run: the caller's choice, since threads, processes and
// signals are the business of whoever owns them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace alembert {

class Executor {
 public:
  /// A document, which another process can send as it is.
  using Answer = std::string;
  /// False asks a job to end with what it has.
  using GoOn = std::function<bool()>;
  using Job = std::function<Answer(int index, const GoOn& go_on)>;  ///< asks go_on now and then
  /// Called now and then with what has been answered so far; false ends the others early.
  using Watch = std::function<bool(const std::vector<Answer>& so_far)>;

  virtual ~Executor() = default;
  /// At once, at most.
  virtual int width() const = 0;
  /// job(0, …) … job(count - 1, …), each once, in any order and in any process; answers by index,
  /// empty for one that failed or was not begun.
  virtual std::vector<Answer> run(int count, const Job& job, const Watch& watch) = 0;
};

/// One after the other, in the calling thread: safe anywhere.
class Sequential : public Executor {
 public:
  int width() const override { return 1; }
  std::vector<Answer> run(int count, const Job& job, const Watch& watch) override;
};

}  // namespace alembert
