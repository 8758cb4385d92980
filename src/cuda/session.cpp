#include "cuda/session.hpp"

#include <algorithm>

#include "alembert/error.hpp"
#include "alembert/gpu_batch.hpp"
#include "clock.hpp"

namespace alembert {

namespace cuda {

namespace {

constexpr int oldest_capability = 70;                      // Volta
constexpr int major_attribute = 75, minor_attribute = 76;  // of the compute capability

/// Its compute capability. Throws Error for a device that is not there or too old.
int capability_of(const Driver& driver, int ordinal, Device& device) {
  int count = 0, major = 0, minor = 0;
  driver.must(driver.device_count(&count), "devices cannot be counted", other_device);
  if (ordinal < 0 || ordinal >= count) {
    throw Error(Error::Code::value,
                "there is no device " + std::to_string(ordinal) + " among " + std::to_string(count),
                count > 0 ? "use one from 0 to " + std::to_string(count - 1) : other_device);
  }
  driver.must(driver.device(&device, ordinal), "the device cannot be opened", other_device);
  driver.must(driver.attribute(&major, major_attribute, device), "the device does not answer",
              other_device);
  driver.must(driver.attribute(&minor, minor_attribute, device), "the device does not answer",
              other_device);
  const int capability = 10 * major + minor;
  if (capability < oldest_capability) {
    throw Error(Error::Code::unsupported,
                "the device's compute capability is " + std::to_string(major) + "." +
                    std::to_string(minor) + ", and 7.0 is the least",
                other_device);
  }
  return capability;
}

double measured_copy_bandwidth(const Session& session, std::size_t bytes) {
  const Address from = session.allocated(bytes), to = session.allocated(bytes);
  double best = 1e9;
  for (int round = 0; round < 6; ++round) {
    const Clock::time_point begin = Clock::now();
    constexpr int copies = 8;
    for (int k = 0; k < copies; ++k) session.must_copy(session.driver.on_device(to, from, bytes));
    session.must_copy(session.driver.synchronize());
    best = std::min(best, seconds_since(begin) / copies);
  }
  session.driver.free(from);
  session.driver.free(to);
  return 2.0 * static_cast<double>(bytes) / best;
}

}  // namespace

Session::Session(int ordinal) : capability_(capability_of(driver, ordinal, device_)) {}

Session::~Session() {
  if (context_) driver.release(device_);
}

void Session::open() {
  driver.must(driver.retain(&context_, device_), "the device takes no programs", other_device);
  enter();
}

void Session::enter() const {
  driver.must(driver.set_current(context_), "the device cannot be used", other_device);
}

Address Session::allocated(std::size_t bytes) const {
  Address address = 0;
  std::size_t free = 0, all = 0;
  const int result = driver.allocate(&address, bytes);
  if (result != 0) driver.memory(&free, &all);
  driver.must(result,
              "the device has no room for " + std::to_string(bytes) +
                  " bytes: " + std::to_string(free) + " of " + std::to_string(all) + " are free",
              "take fewer states at a time, floats, or a device with more memory");
  return address;
}

void Session::must_copy(int result) const {
  driver.must(result, "a copy to or from the device failed", other_device);
}

}  // namespace cuda

GpuDevice gpu_device(int device) {
  cuda::Session session(device);
  session.open();
  GpuDevice found;
  char name[256] = {};
  session.driver.must(session.driver.device_name(name, sizeof name - 1, session.device()),
                      "the device does not answer", cuda::other_device);
  std::size_t free = 0;
  session.driver.must(session.driver.memory(&free, &found.memory), "the device does not answer",
                      cuda::other_device);
  found.name = name;
  found.compute_capability = session.capability();
  found.copy_bandwidth =
      cuda::measured_copy_bandwidth(session, std::min<std::size_t>(free / 8, std::size_t{1} << 30));
  return found;
}

}  // namespace alembert
