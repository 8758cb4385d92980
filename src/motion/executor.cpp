#include "alembert/executor.hpp"

namespace alembert {

std::vector<Executor::Answer> Sequential::run(int count, const Job& job, const Watch& watch) {
  std::vector<Answer> answers(static_cast<std::size_t>(count));
  bool going = true;
  for (int i = 0; i < count && going; ++i) {
    answers[static_cast<std::size_t>(i)] = job(i, [&] { return going = going && watch(answers); });
    going = going && watch(answers);
  }
  return answers;
}

}  // namespace alembert
