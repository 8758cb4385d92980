#include <algorithm>
#include <cmath>
#include <string>

#include "alembert/profiles.hpp"
#include "require.hpp"
#include "trajectory/profile_parts.hpp"

namespace alembert {

namespace {

/// The derivative of an order of sum c[i] x^i.
double polynomial(const std::array<double, 8>& c, double x, int order) {
  double sum = 0.0;
  for (int i = static_cast<int>(c.size()) - 1; i >= order; --i) {
    double factor = 1.0;
    for (int k = 0; k < order; ++k) factor *= i - k;
    sum = sum * x + factor * c[i];
  }
  return sum;
}

}  // namespace

Profile::Profile(std::vector<std::vector<ProfilePiece>> coordinates, double duration)
    : coordinates_(std::move(coordinates)), duration_(duration) {
  for (const auto& pieces : coordinates_) {
    require(!pieces.empty(), "a coordinate without pieces", "give at least one", Error::Code::size);
  }
}

void Profile::evaluate(double t, int order, VecOut<double> out) const {
  t = std::clamp(t, 0.0, duration_);
  for (std::size_t i = 0; i < coordinates_.size(); ++i) {
    const std::vector<ProfilePiece>& pieces = coordinates_[i];
    std::size_t p = pieces.size() - 1;
    while (p > 0 && pieces[p].begin > t) --p;
    out[i] = polynomial(pieces[p].c, t - pieces[p].origin, order);
  }
}

Eigen::VectorXd Profile::operator()(double t, int order) const {
  Eigen::VectorXd out(dofs());
  evaluate(t, order, out);
  return out;
}

Profile Profile::stretched(double duration) const {
  require_duration(duration);
  Profile result = *this;
  result.duration_ = duration;
  if (duration_ == 0.0) return result;  // nothing moves
  const double factor = duration / duration_;
  for (auto& pieces : result.coordinates_) {
    for (ProfilePiece& piece : pieces) {
      piece.begin = piece.begin / duration_ * duration;
      piece.origin = piece.origin / duration_ * duration;  // the end stays the end, to the last bit
      double power = 1.0;
      for (double& c : piece.c) {
        c /= power;
        power *= factor;
      }
    }
  }
  return result;
}

ProfileLimits ProfileLimits::of(const Model& model) {
  const int n = model.dofs();
  ProfileLimits limits{Eigen::VectorXd(n), Eigen::VectorXd(n), Eigen::VectorXd(n)};
  for (int i = 0; i < n; ++i) {
    const Limits& given = model.coordinates()[i].limits;
    limits.velocity[i] = given.velocity;
    limits.acceleration[i] = given.acceleration;
    limits.jerk[i] = given.jerk;
  }
  return limits;
}

void Pieces::go_on(double dt, double a, double j) {
  if (dt <= 0.0) return;
  pieces_.push_back({t_, t_, {q_, v_, a / 2.0, j / 6.0}});
  q_ += dt * (v_ + dt * (a / 2.0 + dt * j / 6.0));
  v_ += dt * (a + dt * j / 2.0);
  t_ += dt;
}

// With T the duration the way back is q(t) = start + goal - q(T - t).
void Pieces::coast_and_return(double coast, double goal) {
  const std::vector<ProfilePiece> out = pieces_;
  const double turn = t_;
  go_on(coast, 0.0, 0.0);
  const double T = t_ + turn;
  for (std::size_t p = out.size(); p-- > 0;) {
    const double end = p + 1 < out.size() ? out[p + 1].begin : turn;
    ProfilePiece back{T - end, T - out[p].begin, out[p].c};
    back.c[0] = goal - (back.c[0] - start_);
    for (std::size_t i = 2; i < back.c.size(); i += 2) back.c[i] = -back.c[i];
    pieces_.push_back(back);
  }
  t_ = T;
}

std::vector<ProfilePiece> Pieces::take() {
  if (pieces_.empty()) pieces_.push_back({0.0, 0.0, {q_}});
  return std::move(pieces_);
}

void require_ends(VecIn<double> start, VecIn<double> goal, const ProfileLimits& limits) {
  const Eigen::Index n = start.size();
  require(goal.size() == n && limits.velocity.size() == n && limits.acceleration.size() == n &&
              limits.jerk.size() == n,
          "start, goal and limits of different sizes",
          "give one entry a coordinate; infinity is no limit", Error::Code::size);
  require(start.allFinite() && goal.allFinite(), "a start or goal that is not finite",
          "look for nan and inf in it");
  for (const Eigen::VectorXd* limit : {&limits.velocity, &limits.acceleration, &limits.jerk}) {
    require((limit->array() > 0.0).all(), "a limit that is not positive",
            "give positive limits; infinity is no limit");
  }
}

void require_duration(double duration) {
  require(duration > 0.0 && std::isfinite(duration), "a duration that is not positive",
          "give it in seconds");
}

void require_limit(double limit, double distance, const char* quantity) {
  if (distance == 0.0 || std::isfinite(limit)) return;
  throw Error(Error::Code::value,
              std::string("a coordinate has to move and has no limit of ") + quantity,
              std::string("limit its ") + quantity);
}

Profile synchronised(VecIn<double> start, VecIn<double> goal, const ProfileLimits& limits,
                     const MoveAlone& move) {
  require_ends(start, goal, limits);
  std::vector<Pieces> alone;
  double slowest = 0.0;
  for (Eigen::Index i = 0; i < start.size(); ++i) {
    alone.push_back(
        move(start[i], goal[i], {limits.velocity[i], limits.acceleration[i], limits.jerk[i]}));
    slowest = std::max(slowest, alone.back().duration());
  }
  std::vector<std::vector<ProfilePiece>> together;
  for (Pieces& pieces : alone) {
    const double duration = pieces.duration();
    const Profile one({pieces.take()}, duration);
    together.push_back(slowest == duration ? one.pieces(0) : one.stretched(slowest).pieces(0));
  }
  return Profile(std::move(together), slowest);
}

}  // namespace alembert
