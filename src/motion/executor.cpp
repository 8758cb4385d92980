#include "alembert/executor.hpp"

namespace alembert {

std::vector<Executor::Answer> Sequential::run(int count, const Job& job, const Watch& watch) {
  std::vector<Answer> answers(count);
  bool going = true;
  for (int i = 0; i < count && going; ++i) {
    answers[i] = job(i, [&] { return going = going && watch(answers); });
    going = going && watch(answers);
  }
  return answers;
}

}  // namespace alembert
