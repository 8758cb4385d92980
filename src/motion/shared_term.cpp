#include "motion/shared_term.hpp"

#include <array>
#include <functional>
#include <mutex>

namespace alembert {
namespace {

/// The same for the same function; others may share it. A function may plan motions itself.
std::recursive_mutex& turn_of(const PointFunction* function) {
  static std::array<std::recursive_mutex, 61> turns;
  return turns[std::hash<const PointFunction*>()(function) % turns.size()];
}

class SharedTerm : public PointFunction {
 public:
  explicit SharedTerm(std::shared_ptr<PointFunction> function)
      : function_(std::move(function)), turn_(turn_of(function_.get())) {}

  int size() const override { return function_->size(); }
  bool uses_jerk() const override { return function_->uses_jerk(); }
  bool uses_forces() const override { return function_->uses_forces(); }
  void value(const MotionPoint& point, VecOut<double> g) override {
    const std::lock_guard lock(turn_);
    function_->value(point, g);
  }
  void derivative(const MotionPoint& point, MatOut<double> D) override {
    const std::lock_guard lock(turn_);
    function_->derivative(point, D);
  }
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override {
    const std::lock_guard lock(turn_);
    function_->hessian(point, weights, H);
  }
  bool enclose(const MotionPiece& piece, EnclosureOut out) override {
    const std::lock_guard lock(turn_);
    return function_->enclose(piece, out);
  }

 private:
  std::shared_ptr<PointFunction> function_;
  std::recursive_mutex& turn_;
};

}  // namespace

PointTerm own_term(const std::shared_ptr<PointFunction>& function) {
  if (std::shared_ptr<PointFunction> copy = function->clone()) return copy;
  return std::make_shared<SharedTerm>(function);
}

}  // namespace alembert
