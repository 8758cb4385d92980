// A point function of where frames are: it can be asked alone, and then places the links itself, or
// with links that were placed once for all terms that look at an instant.
#pragma once

#include <optional>

#include "task/contact.hpp"
#include "task/copied.hpp"
#include "task/frame_sum.hpp"
#include "task/placed_links.hpp"

namespace alembert {

class FrameTerm : public PointFunction {
 public:
  explicit FrameTerm(const Model& model) : model_(model) {}

  void value(const MotionPoint& point, VecOut<double> g) final;
  void derivative(const MotionPoint& point, MatOut<double> D) final;
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) final;

  // The contact is the term's own at that instant, from one call to the next: a distance finds
  // closest points once.
  virtual void value_at(const PlacedLinks& links, Contact& contact, VecOut<double> g) = 0;
  /// By q alone, size() x dofs; zero on entry.
  virtual void slopes_at(const PlacedLinks& links, Contact& contact, MatOut<double> by_q) = 0;
  /// Adds weights · g.
  virtual void add_at(const PlacedLinks& links, Contact& contact, VecIn<double> weights,
                      FrameSum& sum) = 0;

 protected:
  const Model& model() const { return model_; }
  /// Placed by the term itself.
  const PlacedLinks& own_links(VecIn<double> q);

 private:
  Model model_;
  // For those who ask alone: made when first asked for.
  std::optional<PlacedLinks> links_;
  std::optional<FrameSum> sum_;
  Contact contact_;
};

}  // namespace alembert
