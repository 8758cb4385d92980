// Problems of a sweep, answered one by one.

#include <algorithm>

#include "alembert/motion_document.hpp"
#include "alembert/proof.hpp"
#include "alembert/report.hpp"
#include "alembert/sweep.hpp"
#include "clock.hpp"
#include "io/document_words.hpp"

namespace alembert {

namespace {

SolveOptions options_of(const MotionFile& file, const Sweep& sweep,
                        const SweepSolver::Checkpoint& checkpoint) {
  SolveOptions options = file.options;
  options.threads = 1;  // cores are busy with other problems
  options.max_seconds = std::min(options.max_seconds, sweep.max_seconds());
  options.checkpoint = checkpoint;
  options.on_progress = [checkpoint](const MotionProgress&) {
    if (checkpoint) checkpoint();
    return true;
  };
  return options;
}

std::vector<std::string> names_of(const std::vector<LimitNote>& notes) {
  std::vector<std::string> names;
  for (const LimitNote& note : notes) {
    const std::string name = full_name(note.of);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

/// In few words, without numbers: what many problems can share.
std::string cause_of(const Solution& found) {
  if (found.status == MotionStatus::solved) return "";
  if (found.cause) {
    std::string words = word_of(found.cause->kind);
    std::replace(words.begin(), words.end(), '_', ' ');
    if (!found.cause->name.empty()) words += ": " + found.cause->name;
    return found.cause->other.empty() ? words : words + " to " + found.cause->other;
  }
  if (!found.violations.empty()) return full_name(found.violations.front().of);
  std::string words = to_string(found.status);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

Trajectory motion_of_base(const Sweep& sweep, const SweepSolver::Checkpoint& checkpoint) {
  const MotionFile file = sweep.base();
  const Solution found = solve(file.problem, options_of(file, sweep, checkpoint));
  if (found.status == MotionStatus::solved) return found.motion;
  throw Error(Error::Code::value, {sweep.problem_file(), 0},
              "`motion: base` needs a motion of this problem: " + message(found),
              "change the problem, or give a motion.json");
}

}  // namespace

SweepSolver::SweepSolver(Sweep sweep, Checkpoint checkpoint)
    : sweep_(std::move(sweep)), checkpoint_(std::move(checkpoint)) {
  if (sweep_.motion().empty()) return;
  if (sweep_.motion() == "base") {
    given_ = motion_of_base(sweep_, checkpoint_);
    return;
  }
  const MotionDocument document = load_motion(sweep_.motion());
  if (document.problem.joints != sweep_.base().problem.model.coordinate_names()) {
    throw Error(Error::Code::robot, {sweep_.motion(), 0},
                "the motion's joints are not those of the problem's robot",
                "give a motion of the same robot");
  }
  given_ = document.solution.motion;
}

SweepRecord SweepSolver::searched(std::uint64_t index, const MotionFile& file) {
  SolveOptions options = options_of(file, sweep_, checkpoint_);
  SweepRecord record;
  if (last_) {
    options.initial = last_;
    record.warm = last_solved_;
  }
  const Clock::time_point begin = Clock::now();
  const Solution found = alembert::solve(file.problem, options);
  record.seconds = seconds_since(begin);
  record.status = to_string(found.status);
  std::replace(record.status.begin(), record.status.end(), ' ', '_');
  record.good = found.status == MotionStatus::solved;
  record.proven = record.good && found.certificate.proof && found.certificate.proof->holds();
  record.cause = cause_of(found);
  record.message = record.good ? "" : message(found);
  // Of what was not found there is nothing to tell.
  const bool found_any = record.good || found.status == MotionStatus::solved_to_lower_accuracy;
  record.duration = found_any ? found.motion.duration() : std::nan("");
  record.objective = found_any ? found.objective : std::nan("");
  record.violation = found.largest_violation;
  record.iterations = found.iterations;
  record.rounds = found.rounds;
  record.limits = names_of(found.active);
  record.by_clock =
      found.status == MotionStatus::interrupted || found.seconds >= options.max_seconds;
  if (record.good && sweep_.neighbours() > 1) {
    last_ = found.motion;
    last_solved_ = static_cast<std::int64_t>(index);
  }
  return record;
}

SweepRecord SweepSolver::held_against(const MotionFile& file) const {
  MotionProblem problem = file.problem;
  // Ends as the motion has them: a proof looks at none.
  problem.start.q = given_->q(given_->q.begin());
  problem.goal.q = given_->q(given_->q.end());
  ProofOptions options;
  options.checkpoint = checkpoint_;
  const Clock::time_point begin = Clock::now();
  const Proof proof = prove(Task(problem, *given_), *given_, options);
  using Verdict = LimitProof::Verdict;
  SweepRecord record;
  record.seconds = seconds_since(begin);
  const LimitProof* broken = proof.first(Verdict::violated);
  record.good = record.proven = proof.holds();
  record.status = record.good ? "holds" : broken ? "violated" : "open";
  record.duration = record.objective = given_->duration();
  record.violation = -infinity;
  const LimitProof* worst = nullptr;
  for (const LimitProof& limit : proof.limits) {
    if (limit.verdict == Verdict::equation || limit.worst.violation <= record.violation) continue;
    record.violation = limit.worst.violation;
    worst = &limit;
  }
  if (worst) record.limits = {full_name(worst->worst.of)};
  if (!record.good && worst) record.cause = record.limits.front();
  if (!record.good)
    record.message = broken && worst ? sentence(worst->worst) : proof_sentence(proof);
  return record;
}

void SweepSolver::come_to(std::uint64_t index) {
  const auto block = static_cast<std::uint64_t>(sweep_.neighbours());
  if (block == 1) return;
  const std::uint64_t first = index - index % block;
  const bool resumes = last_index_ && *last_index_ >= first && *last_index_ < index;
  if (!resumes) last_.reset();
  // Whoever asks for one in the middle has those before it solved again.
  for (std::uint64_t k = resumes ? *last_index_ + 1 : first; k < index; ++k) answer(k);
}

SweepRecord SweepSolver::solve(std::uint64_t index) {
  come_to(index);
  return answer(index);
}

SweepRecord SweepSolver::answer(std::uint64_t index) {
  last_index_ = index;
  SweepRecord record;
  try {
    const MotionFile file = sweep_.motion_file(index);
    record = given_ ? held_against(file) : searched(index, file);
  } catch (const Error& bad) {
    record.status = "error";
    record.cause = bad.reason();
    record.message = bad.what();
  }
  record.index = index;
  record.key = sweep_.problem(index).key;
  record.values = sweep_.values(index);
  return record;
}

}  // namespace alembert
