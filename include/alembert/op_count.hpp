// A scalar that computes like a double and counts what it does, in two readings:
//
//   executed    every multiplication, addition, division, root, sine and cosine that the program
//               does
//   published   the same under the conventions of the paper that the program follows: where a paper
//               counts a step differently (a trace as the full product), the program says so with
//               PublishedAs, and what no paper counts (forming A from q) is in a NotPublished scope
//
// Sign changes, comparisons and copies are free, as they are in the papers.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace alembert {

struct Tally {
  long mul = 0, add = 0, div = 0, root = 0, trig = 0;  ///< trig: a sine and cosine count two
};

class OpCount {
 public:
  OpCount() = default;
  OpCount(double x) : value_(x) {}  // NOLINT(google-explicit-constructor): literals mix with it

  double value() const { return value_; }

  static void reset() { executed_ = published_ = Tally{}; }  ///< this thread's, to zero
  static Tally executed() { return executed_; }              ///< since reset(), all of them
  static Tally published() { return published_; }            ///< since reset(), as papers count

  friend OpCount operator+(OpCount a, OpCount b) { return count(&Tally::add, a.value_ + b.value_); }
  friend OpCount operator-(OpCount a, OpCount b) { return count(&Tally::add, a.value_ - b.value_); }
  friend OpCount operator*(OpCount a, OpCount b) { return count(&Tally::mul, a.value_ * b.value_); }
  friend OpCount operator/(OpCount a, OpCount b) { return count(&Tally::div, a.value_ / b.value_); }
  friend OpCount operator-(OpCount a) { return OpCount(-a.value_); }
  OpCount& operator+=(OpCount b) { return *this = *this + b; }
  OpCount& operator-=(OpCount b) { return *this = *this - b; }
  OpCount& operator*=(OpCount b) { return *this = *this * b; }
  OpCount& operator/=(OpCount b) { return *this = *this / b; }
  friend bool operator==(OpCount a, OpCount b) { return a.value_ == b.value_; }
  friend auto operator<=>(OpCount a, OpCount b) { return a.value_ <=> b.value_; }
  friend OpCount sqrt(OpCount a) { return count(&Tally::root, std::sqrt(a.value_)); }
  friend OpCount sin(OpCount a) { return count(&Tally::trig, std::sin(a.value_)); }
  friend OpCount cos(OpCount a) { return count(&Tally::trig, std::cos(a.value_)); }
  friend OpCount abs(OpCount a) { return OpCount(std::abs(a.value_)); }

 private:
  template <typename S>
  friend class PublishedAs;
  template <typename S>
  friend class NotCounted;

  static OpCount count(long Tally::*what, double result) {
    if (executing_) ++(executed_.*what);
    if (executing_ && publishing_) ++(published_.*what);
    return OpCount(result);
  }

  inline static thread_local Tally executed_, published_;
  inline static thread_local bool executing_ = true, publishing_ = true;
  double value_ = 0.0;
};

/// While it lives, the published count is `mul` and `add`, whatever is executed. Scopes may nest;
/// the outermost speaks. Nothing at all for other scalars.
template <typename S>
class PublishedAs {
 public:
  PublishedAs(long, long) {}
};

template <>
class PublishedAs<OpCount> {
 public:
  PublishedAs(long mul, long add) : before_(OpCount::publishing_) {
    if (before_ && OpCount::executing_) {
      OpCount::published_.mul += mul;
      OpCount::published_.add += add;
    }
    OpCount::publishing_ = false;
  }
  ~PublishedAs() { OpCount::publishing_ = before_; }
  PublishedAs(const PublishedAs&) = delete;
  PublishedAs& operator=(const PublishedAs&) = delete;

 private:
  bool before_;
};

/// What no paper counts although the program must do it.
template <typename S>
class NotPublished : public PublishedAs<S> {
 public:
  NotPublished() : PublishedAs<S>(0, 0) {}
};

/// What belongs to neither reading: the harness around a formulation.
template <typename S>
class NotCounted {
 public:
  NotCounted() {}
};

template <>
class NotCounted<OpCount> {
 public:
  NotCounted() : before_(OpCount::executing_) { OpCount::executing_ = false; }
  ~NotCounted() { OpCount::executing_ = before_; }
  NotCounted(const NotCounted&) = delete;
  NotCounted& operator=(const NotCounted&) = delete;

 private:
  bool before_;
};

}  // namespace alembert

namespace Eigen {

template <>
struct NumTraits<alembert::OpCount> : NumTraits<double> {
  using Real = alembert::OpCount;
  using NonInteger = alembert::OpCount;
  using Nested = alembert::OpCount;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
};

}  // namespace Eigen
