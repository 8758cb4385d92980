// Point functions whose copies are all that another thread needs.
#pragma once

#include "alembert/point_function.hpp"

namespace alembert {

/// `class Gap : public Copied<Gap>`: clones are copies of the whole.
template <typename Function, typename Base = PointFunction>
class Copied : public Base {
 public:
  using Base::Base;
  std::unique_ptr<PointFunction> clone() const override {
    return std::make_unique<Function>(static_cast<const Function&>(*this));
  }
};

}  // namespace alembert
