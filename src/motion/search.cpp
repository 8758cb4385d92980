#include "motion/search.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "motion/elastic.hpp"
#include "motion/guess.hpp"

namespace alembert {
namespace {

using Status = NlpResult::Status;

bool usable(Status status) { return status == Status::solved || status == Status::acceptable; }

class Search {
 public:
  Search(const MotionProblem& problem, const SolveOptions& options, int attempt,
         std::unique_ptr<MotionProgram>& program)
      : problem_(problem), options_(options), attempt_(attempt), program_(program) {}

  SearchResult run() {
    const bool free_knots = problem_.spline.knots == SplineOptions::Knots::free;
    MotionProblem first = problem_;
    if (free_knots) first.spline.knots = SplineOptions::Knots::uniform;
    if (free_knots && attempt_ == 0 && given_on_this_grid()) {
      guess_ = options_.initial->duration();
      make_program(problem_);
      free_the_knots(given_motion(), 1.1);
    }
    if (!usable(result_.nlp.status) && result_.nlp.status != Status::interrupted) {
      begin(first);
      if (free_knots && usable(result_.nlp.status)) free_the_knots(on_free_knots(), 1.6);
    }
    certify_rounds();
    return std::move(result_);
  }

 private:
  /// Solves from the guess; where that fails, from slower and from bent ones.
  void begin(const MotionProblem& problem) {
    const GuessedPlaces places = guess_places(problem);
    guess_ = guess_duration(problem, places);
    make_program(problem);
    struct Try {
      double slower, detour;
    };
    const double bent = attempt_ > 0 ? 0.25 : 0.0;
    if (options_.initial && attempt_ == 0) {
      const Eigen::VectorXd x = given_motion();
      solve({x, {}, {}, {}}, start_from(x));
      if (accept_or_remember()) return;
      make_program(problem);
    }
    Eigen::VectorXd plain;
    for (const Try& next : {Try{1.0, bent}, Try{2.0, bent}, Try{1.5, 0.1}, Try{3.0, 0.2}}) {
      const unsigned seed = options_.seed + 1000u * static_cast<unsigned>(attempt_);
      NlpPoint start;
      start.x = guess_unknowns(problem, places, *program_, guess_, next.detour, seed);
      slow_down(problem_, *program_, start.x, next.slower);
      if (plain.size() == 0) plain = start.x;
      solve(start, NlpStart::cold);
      if (accept_or_remember()) return;
      if (!places.held) break;  // hardly a matter of where to start from
    }
    result_.nlp = best_;
    if (best_.status != Status::iteration_limit || !places.held) relax(plain);
  }

  bool given_on_this_grid() const {
    return options_.initial && options_.initial->q.degree() == problem_.spline.degree &&
           options_.initial->q.segments() == problem_.spline.segments;
  }

  /// An answer touches its limits between nodes: it is held there from the first.
  Eigen::VectorXd given_motion() {
    Eigen::VectorXd x = unknowns_of(*options_.initial, *program_);
    slow_down(problem_, *program_, x, 1.0);
    refine(*program_, certify(*program_, x));
    return x;
  }

  /// True if nothing more need be tried. Of failed attempts the one that violates least is kept.
  bool accept_or_remember() {
    if (usable(result_.nlp.status) || result_.nlp.status == Status::interrupted) return true;
    const double now = constraint_violation(*program_, result_.nlp.point.x);
    if (best_.point.x.size() == 0 || now < best_violation_) {
      best_ = result_.nlp;
      best_violation_ = now;
    }
    return false;
  }

  /// The least that limits must give, with the conditions met; where even those cannot be, the
  /// least of all. A point that needs nothing given is a new start.
  void relax(const Eigen::VectorXd& x) {
    for (const bool conditions_too : {false, true}) {
      if (!give_least(x, conditions_too)) continue;
      if (result_.nlp.status != Status::acceptable) return;
      const NlpResult feasible = result_.nlp;
      solve({feasible.point.x, {}, {}, {}}, NlpStart::cold);
      if (!usable(result_.nlp.status) && result_.nlp.status != Status::interrupted) {
        result_.nlp = feasible;
      }
      return;
    }
  }

  /// False if that cannot be solved either. Peaks between nodes get nodes, as they give too.
  bool give_least(Eigen::VectorXd x, bool conditions_too) {
    bool found = false;
    for (int round = 0; round < 3; ++round) {
      Elastic elastic(program_->nlp, groups(conditions_too),
                      1e-4 / std::max(1e-6, std::abs(program_->nlp.objective(x))));
      const NlpResult given =
          solve_nlp(elastic, {elastic.start(x), {}, {}, {}}, NlpStart::cold, watched());
      result_.iterations += given.iterations;
      if (given.status == Status::interrupted) {
        result_.nlp.status = given.status;
        return true;
      }
      if (!usable(given.status)) return found;
      found = true;
      x = elastic.inner_point(given.point.x);
      result_.nlp.point.x = x;
      const double slack = elastic.slack(given.point.x);
      result_.nlp.status = slack > 1e-5 ? Status::infeasible : Status::acceptable;
      const Certificate seen = certify(*program_, x);
      if (slack <= 1e-5 || seen.largest <= 1.001 * slack || !refine(*program_, seen)) break;
    }
    return found;
  }

  /// Limits of one name give together.
  std::vector<int> groups(bool conditions_too) {
    std::map<std::string, int> known;
    std::vector<int> out;
    Transcription& nlp = program_->nlp;
    for (const Transcription::Origin& origin : nlp.origins()) {
      const bool of_point = origin.point_limit >= 0;
      const bool condition = of_point ? nlp.point_limits()[origin.point_limit].is_condition
                                      : nlp.row_limits()[origin.row_limit].is_condition;
      const std::string& name = of_point ? nlp.point_limits()[origin.point_limit].name
                                         : nlp.row_limits()[origin.row_limit].name;
      // Each number asked for gives by itself: one that cannot be met lets the others be.
      const std::string group = condition ? name + " " + std::to_string(out.size()) : name;
      if (condition && !conditions_too) {
        out.push_back(-1);
      } else {
        out.push_back(known.try_emplace(group, static_cast<int>(known.size())).first->second);
      }
    }
    return out;
  }

  void make_program(const MotionProblem& problem) {
    result_.shares = time_shares(problem);
    program_ = std::make_unique<MotionProgram>(transcribe(problem, result_.shares, guess_));
  }

  /// A motion that meets its limits may well be near the best one.
  NlpStart start_from(const Eigen::VectorXd& x) {
    return constraint_violation(*program_, x) < 1e-3 ? NlpStart::near : NlpStart::cold;
  }

  NlpOptions watched() {
    NlpOptions options;
    options.max_iterations = options_.max_iterations;
    options.on_iteration = [&](const NlpIteration& step) {
      const MotionProgress progress{result_.rounds, result_.iterations + step.iteration,
                                    step.objective, step.violation};
      result_.history.push_back(progress);
      return !options_.on_progress || options_.on_progress(progress);
    };
    return options;
  }

  void solve(const NlpPoint& from, NlpStart start) {
    const double power = start == NlpStart::cold ? largest_power(*program_, from.x) : 0.0;
    if (power > 0.0) set_energy_rounding(*program_, 0.3 * power);
    result_.nlp = solve_nlp(program_->nlp, from, start, watched());
    result_.iterations += result_.nlp.iterations;
    if (power > 0.0) sharpen_energy();
  }

  // The kinks of |power| lead the solver astray unless it comes to them by degrees. It goes on as
  // long as it follows, down to a hundredth of the largest power.
  void sharpen_energy() {
    double share = 0.3;
    while (usable(result_.nlp.status) && share > 0.01) {
      const NlpResult kept = result_.nlp;
      const double power = largest_power(*program_, kept.point.x);
      set_energy_rounding(*program_, 0.5 * share * power);
      result_.nlp = solve_nlp(program_->nlp, kept.point, NlpStart::warm, watched());
      result_.iterations += result_.nlp.iterations;
      if (usable(result_.nlp.status)) {
        share *= 0.5;
        continue;
      }
      set_energy_rounding(*program_, share * power);
      const bool stopped = result_.nlp.status == Status::interrupted;
      result_.nlp = kept;
      if (stopped) result_.nlp.status = Status::interrupted;
      return;
    }
  }

  /// The program with free knots, and the motion of equal segments in it.
  Eigen::VectorXd on_free_knots() {
    const Transcription& uniform = program_->nlp;
    const Eigen::VectorXd controls = result_.nlp.point.x.head(uniform.time_index(0));
    const Eigen::VectorXd forces =
        result_.nlp.point.x.tail(uniform.forces() * uniform.grid().controls());
    const double duration = uniform.times(result_.nlp.point.x).sum();
    guess_ = duration;
    make_program(problem_);
    const int segments = program_->nlp.grid().segments();
    Eigen::VectorXd x(program_->nlp.variable_count());
    x << controls, Eigen::VectorXd::Constant(segments, duration / segments), forces;
    return x;
  }

  // A step of all lengths at once is too bold for the solver: each round lets every segment grow or
  // shrink by a factor, from the best motion so far.
  void free_the_knots(const Eigen::VectorXd& x, double factor) {
    const int segments = program_->nlp.grid().segments();
    NlpResult kept = result_.nlp;  // in case no other is found
    kept.point = {x, {}, {}, {}};
    double objective = infinity;
    for (int round = 0; round < 12 && factor > 1.05; ++round) {
      bound_times(kept.point.x, factor, guess_ / segments);
      solve(kept.point, round == 0 ? start_from(x) : NlpStart::cold);
      if (result_.nlp.status == Status::interrupted) {
        kept.status = Status::interrupted;
        break;
      }
      const double gain = objective - result_.nlp.objective;
      if (!usable(result_.nlp.status) || gain < 1e-6 * std::abs(result_.nlp.objective)) {
        factor = 1.0 + 0.5 * (factor - 1.0);
        if (!usable(result_.nlp.status) || gain < 0.0) continue;
      }
      objective = result_.nlp.objective;
      kept = result_.nlp;
    }
    result_.nlp = kept;
  }

  void bound_times(const Eigen::VectorXd& x, double factor, double mean) {
    Transcription& nlp = program_->nlp;
    for (int k = 0; k < nlp.grid().times(); ++k) {
      const int i = nlp.time_index(k);
      const double least = 0.02 * mean;
      nlp.mutable_bounds().x_lower[i] = std::max(least, x[i] / factor);
      nlp.mutable_bounds().x_upper[i] = std::max(1.01 * least, x[i] * factor);
    }
  }

  void certify_rounds() {
    const auto look = [&] {
      result_.certificate = certify(*program_, result_.nlp.point.x);
      return result_.certificate.largest > options_.tolerance;
    };
    bool beyond = look();
    while (beyond && usable(result_.nlp.status) && result_.rounds < options_.max_rounds) {
      const std::vector<Transcription::Origin> origins = program_->nlp.origins();
      const NlpResult last = result_.nlp;
      if (!refine(*program_, result_.certificate)) return;
      ++result_.rounds;
      solve(extended(last.point, origins), NlpStart::warm);
      if (!usable(result_.nlp.status) && result_.nlp.status != Status::interrupted) {
        solve({last.point.x, {}, {}, {}}, NlpStart::cold);
      }
      if (!usable(result_.nlp.status)) {
        const Status status = result_.nlp.status;
        result_.nlp = last;
        result_.nlp.status = status == Status::interrupted ? status : Status::acceptable;
        return;
      }
      beyond = look();
    }
  }

  /// The point with multipliers of new constraints set to zero.
  NlpPoint extended(const NlpPoint& point, const std::vector<Transcription::Origin>& old) const {
    using Key = std::tuple<int, int, int, int>;
    const auto key = [](const Transcription::Origin& o) {
      return Key{o.point_limit, o.row_limit, o.entry, o.node};
    };
    std::map<Key, double> known;
    for (std::size_t i = 0; i < old.size(); ++i) {
      known[key(old[i])] = point.multipliers[static_cast<Eigen::Index>(i)];
    }
    NlpPoint out = point;
    const auto& origins = program_->nlp.origins();
    out.multipliers.setZero(static_cast<Eigen::Index>(origins.size()));
    for (std::size_t i = 0; i < origins.size(); ++i) {
      const auto it = known.find(key(origins[i]));
      if (it != known.end()) out.multipliers[static_cast<Eigen::Index>(i)] = it->second;
    }
    return out;
  }

  const MotionProblem& problem_;
  const SolveOptions& options_;
  int attempt_;
  std::unique_ptr<MotionProgram>& program_;
  SearchResult result_;
  double guess_ = 1.0;
  NlpResult best_;
  double best_violation_ = infinity;
};

}  // namespace

SearchResult search_motion(const MotionProblem& problem, const SolveOptions& options, int attempt,
                           std::unique_ptr<MotionProgram>& program) {
  return Search(problem, options, attempt, program).run();
}

}  // namespace alembert
