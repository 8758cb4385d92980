// What is proven of a motion's limits, in words.
#include <fmt/format.h>

#include <algorithm>

#include "alembert/report.hpp"
#include "report/text_table.hpp"

namespace alembert {
namespace {

using report::right;
using report::significant;
using report::Table;
using Verdict = LimitProof::Verdict;

const char* word(Verdict verdict) {
  static constexpr const char* words[] = {"proven", "VIOLATED", "not proven", "residual"};
  return words[static_cast<int>(verdict)];
}

}  // namespace

std::string proof_sentence(const Proof& proof) {
  if (const LimitProof* passed = proof.first(Verdict::violated)) {
    return "a limit is passed: " + sentence(passed->worst);
  }
  if (const LimitProof* open = proof.first(Verdict::open)) {
    return fmt::format("not proven: {} stays open", full_name(open->worst.of));
  }
  return "proven: every limit holds at every instant";
}

std::string proof_table(const Proof& proof) {
  Table table({"limit", "of", right("nearest at s"), right("value"), right("limit"), "",
               right("margin everywhere"), ""});
  std::vector<const LimitProof*> worst_first;
  for (const LimitProof& limit : proof.limits) worst_first.push_back(&limit);
  std::stable_sort(worst_first.begin(), worst_first.end(),
                   [](const LimitProof* a, const LimitProof* b) { return a->bound > b->bound; });
  for (const LimitProof* limit : worst_first) {
    const LimitNote& note = limit->worst;
    table.row({limit_name(note.of), entry_name(note.of), fmt::format("{:.4f}", note.time),
               significant(note.value), significant(note.bound), unit(note.of),
               limit->verdict == Verdict::equation ? fmt::format("{:.2g}", limit->bound)
                                                   : fmt::format("{:.4g} %", -100.0 * limit->bound),
               word(limit->verdict)});
  }
  return table.text();
}

}  // namespace alembert
