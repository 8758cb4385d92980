#include <algorithm>

#include "alembert/error.hpp"
#include "bench/random_states.hpp"
#include "bench/rates.hpp"

namespace alembert::bench {

namespace {

/// Arguments of one call: on the host, pinned and plain, and on the device.
template <typename T>
class Arrays {
 public:
  using Matrix = typename GpuBatch<T>::Matrix;

  Arrays(GpuBatch<T>& batch, const Model& model, GeneratedCall call, std::size_t states)
      : batch_(batch) {
    const auto rows = static_cast<Eigen::Index>(states);
    const RandomStates samples(model, 1024);
    const RowMatrix<double>* const all[] = {&samples.all_q, &samples.all_v, &samples.all_a,
                                            &samples.all_v};
    for (const int size : batch.input_sizes(call)) {
      const RowMatrix<double>& source = *all[std::min<std::size_t>(in_.size(), 3)];
      Matrix& x = in_.emplace_back(rows, size);
      for (Eigen::Index c = 0; c < x.cols(); ++c) {
        for (Eigen::Index s = 0; s < rows; ++s) x(s, c) = static_cast<T>(source(s % 1024, c));
      }
      add(x.data(), x.size(), inputs_);
      const_inputs_.push_back(inputs_.back().device);
    }
    for (const int size : batch.output_sizes(call)) {
      out_.emplace_back(rows, size);
      add(nullptr, rows * size, outputs_);
      results_.push_back(outputs_.back().device);
    }
    for (const Matrix& x : in_) in_pointers_.push_back(&x);
    for (Matrix& x : out_) out_pointers_.push_back(&x);
  }

  const std::vector<const T*>& inputs() const { return const_inputs_; }
  const std::vector<T*>& outputs() const { return results_; }
  const std::vector<const Matrix*>& host_inputs() const { return in_pointers_; }
  const std::vector<Matrix*>& host_outputs() const { return out_pointers_; }
  void to_device() {
    for (const Pair& x : inputs_) batch_.copy_to_device(x.pinned, x.entries, x.device);
  }
  void to_host() {
    for (const Pair& x : outputs_) batch_.copy_to_host(x.device, x.entries, x.pinned);
  }

 private:
  struct Pair {
    T *pinned, *device;
    std::size_t entries;
  };
  void add(const T* values, Eigen::Index size, std::vector<Pair>& pairs) {
    const auto entries = static_cast<std::size_t>(size);
    pairs.push_back({batch_.allocate_pinned(entries), batch_.allocate(entries), entries});
    if (!values) return;
    std::copy(values, values + size, pairs.back().pinned);
    batch_.copy_to_device(values, entries, pairs.back().device);
  }

  GpuBatch<T>& batch_;
  std::vector<Matrix> in_, out_;
  std::vector<Pair> inputs_, outputs_;
  std::vector<const T*> const_inputs_;
  std::vector<T*> results_;
  std::vector<const Matrix*> in_pointers_;
  std::vector<Matrix*> out_pointers_;
};

std::size_t sum(const std::vector<int>& sizes) {
  std::size_t all = 0;
  for (const int size : sizes) all += static_cast<std::size_t>(size);
  return all;
}

template <typename T>
void measure_call(const Model& model, const GpuDevice& device, const RateOptions& options,
                  GpuRate& rate) {
  GpuBatch<T> batch(
      model, {.calls = {rate.call}, .fast_sines = rate.fast_sines, .device = options.device});
  const std::size_t entries =
      sum(batch.input_sizes(rate.call)) + sum(batch.output_sizes(rate.call));
  // Much more than caches hold, much less than the device or the host does.
  const std::size_t room = std::min<std::size_t>(device.memory / 8, std::size_t{1} << 29);
  const std::size_t wanted = options.states == 0 ? std::size_t{1} << 22 : options.states;
  rate.states = std::clamp<std::size_t>(room / (entries * sizeof(T)) / 64 * 64, 64, wanted);
  Arrays<T> arrays(batch, model, rate.call, rate.states);
  const auto states = static_cast<double>(rate.states);
  const double there =
      least_seconds(options.seconds,
                    [&] {
                      for (int k = 0; k < 8; ++k) {
                        batch.run(rate.call, rate.states, arrays.inputs(), arrays.outputs());
                      }
                      batch.synchronize();
                    }) /
      8;
  rate.on_device = states / there;
  rate.share = states * static_cast<double>(entries * sizeof(T)) / there / device.copy_bandwidth;
  rate.pinned = states / least_seconds(options.seconds, [&] {
                  arrays.to_device();
                  batch.run(rate.call, rate.states, arrays.inputs(), arrays.outputs());
                  arrays.to_host();
                });
  rate.host = states / least_seconds(options.seconds, [&] {
                batch(rate.call, arrays.host_inputs(), arrays.host_outputs());
              });
}

}  // namespace

std::vector<GpuRate> gpu_rates(const Model& model, const GpuDevice& device,
                               const RateOptions& options) {
  std::vector<GpuRate> rates;
  for (const GeneratedCall call : options.calls) {
    const auto add = [&](bool single, bool fast_sines) {
      GpuRate& rate = rates.emplace_back();
      rate.call = call;
      rate.single = single;
      rate.fast_sines = fast_sines;
    };
    // Where arithmetic is short, sines are a good part of it.
    if (call == GeneratedCall::inverse_dynamics) add(true, true);
    add(true, false);
    add(false, false);
  }
  for (std::size_t i = 0; i < rates.size(); ++i) {
    auto* const measure_rate = rates[i].single ? &measure_call<float> : &measure_call<double>;
    try {
      measure_rate(model, device, options, rates[i]);
    } catch (const Error& error) {
      rates[i].refusal = error.what();
    }
    options.progress(static_cast<double>(i + 1) / static_cast<double>(rates.size()));
  }
  return rates;
}

}  // namespace alembert::bench
