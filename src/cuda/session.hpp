// A device in use.
#pragma once

#include "cuda/driver.hpp"

namespace alembert::cuda {

inline constexpr const char* other_device = "use another device, or Batch, which needs none";

/// Its context, which every thread enters before it calls.
class Session {
 public:
  const Driver& driver = Driver::get();

  /// Throws Error for a device that is not there or too old.
  explicit Session(int ordinal);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  int capability() const { return capability_; }
  Device device() const { return device_; }
  /// Apart from the constructor: programs are compiled before the device is taken.
  void open();
  void enter() const;
  /// The same where nothing may be thrown.
  void enter_quietly() const noexcept { driver.set_current(context_); }
  /// Throws Error where there is no room.
  Address allocated(std::size_t bytes) const;
  void must_copy(int result) const;

 private:
  Device device_ = 0;
  int capability_ = 0;
  Context context_ = nullptr;
};

}  // namespace alembert::cuda
