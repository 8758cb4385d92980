#include "rows.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <thread>

namespace alembert::python {

namespace {

/// Few enough for the cache: numbers that were just looked at are computed with.
constexpr Py_ssize_t chunk_rows = 512;
/// Below it a thread costs more than it saves.
constexpr Py_ssize_t rows_of_a_thread = 256;

/// The bits of what is not finite have an exponent of ones; integers are compared several at once.
template <typename T, typename Bits>
bool all_finite(const char* data, Py_ssize_t count, Bits exponent) {
  const T* values = reinterpret_cast<const T*>(data);
  Bits bad = 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    Bits bits;
    std::memcpy(&bits, values + i, sizeof(bits));
    bad |= static_cast<Bits>((bits & exponent) == exponent);
  }
  return bad == 0;
}

bool all_finite(const char* data, Py_ssize_t count, bool of_float) {
  return of_float ? all_finite<float>(data, count, std::uint32_t{0x7f800000u})
                  : all_finite<double>(data, count, std::uint64_t{0x7ff0000000000000u});
}

/// An entry that is not finite: told with the GIL.
struct NotFinite {
  int argument = 0;
  Py_ssize_t row = 0, column = 0;
  double value = 0.0;
};

class Run {
 public:
  Run(const RowCall& call, Pool& pool, const void* extra, PyObject* const* inputs, PyObject* out,
      int threads)
      : call_(call), pool_(pool), extra_(extra), threads_(threads) {
    take_inputs(inputs);
    make_outputs(out);
  }

  PyObject* result() {
    if (chunk_.single) {
      require_finite(chunk_);
      kernel()(pool_.local(), extra_, chunk_);
    } else {
      run_all();
    }
    copy_to_overlapping();
    return finished();
  }

 private:
  RowCall::Kernel kernel() const { return float_ ? call_.of_float : call_.of_double; }
  int inputs_count() const { return static_cast<int>(call_.arguments.size()); }
  int results_count() const { return static_cast<int>(call_.results.size()); }

  void take_inputs(PyObject* const* inputs) {
    chunk_.single = true;
    float_ = call_.of_float != nullptr;
    for (int i = 0; i < inputs_count(); ++i) {
      in_[i].take(inputs[i], call_.arguments[static_cast<std::size_t>(i)]);
      chunk_.single = chunk_.single && in_[i].single();
      float_ = float_ && in_[i].is_float();
    }
    for (int i = 0; i < inputs_count(); ++i) {
      if (!float_) in_[i].widen();
      if (!in_[i].single()) agree_on_rows(in_[i]);
      chunk_.in[i] = in_[i].data();
      chunk_.in_stride[i] = in_[i].stride();
    }
    if (chunk_.single) samples_ = 1;
  }

  void agree_on_rows(const InputRows& rows) {
    if (samples_ < 0) samples_ = rows.rows();
    if (rows.rows() == samples_) return;
    throw_value_error(std::string(rows.argument().name) + " has " + std::to_string(rows.rows()) +
                      " rows where others have " + std::to_string(samples_) +
                      ": give as many rows of each, or one state (a vector) for all");
  }

  void make_outputs(PyObject* out) {
    const bool given = out && out != Py_None;
    const bool several = results_count() > 1;
    if (given && several && (!PyTuple_Check(out) || PyTuple_GET_SIZE(out) != results_count())) {
      throw_type_error("out is to be a tuple of " + std::to_string(results_count()) + " arrays");
    }
    const Py_ssize_t item = float_ ? sizeof(float) : sizeof(double);
    for (int r = 0; r < results_count(); ++r) {
      const ResultShape& of_row = call_.results[static_cast<std::size_t>(r)];
      Py_ssize_t shape[3];
      int d = 0;
      if (!chunk_.single) shape[d++] = samples_;
      shape[d++] = of_row.rows;
      if (of_row.columns > 0) shape[d++] = of_row.columns;
      if (given) {
        out_[r].take(several ? PyTuple_GET_ITEM(out, r) : out, shape, d, float_);
      } else {
        out_[r].make(shape, d, float_);
      }
      chunk_.out[r] = out_[r].data();
      chunk_.out_stride[r] = of_row.rows * std::max<Py_ssize_t>(of_row.columns, 1) * item;
      if (given) avoid_overlap(r, shape, d);
    }
  }

  /// Results that lie where arguments are still to be read go elsewhere first.
  void avoid_overlap(int r, const Py_ssize_t* shape, int dimensions) {
    for (int i = 0; i < inputs_count(); ++i) {
      if (!in_[i].overlaps(out_[r].data(), out_[r].end())) continue;
      elsewhere_[r].make(shape, dimensions, float_);
      chunk_.out[r] = elsewhere_[r].data();
      moved_[r] = true;
      return;
    }
  }

  void copy_to_overlapping() {
    for (int r = 0; r < results_count(); ++r) {
      if (!moved_[r]) continue;
      std::memcpy(out_[r].data(), elsewhere_[r].data(), static_cast<std::size_t>(out_[r].bytes()));
    }
  }

  PyObject* finished() {
    if (results_count() == 1) return out_[0].release();
    Reference all(PyTuple_New(results_count()));
    for (int r = 0; r < results_count(); ++r) PyTuple_SET_ITEM(all.get(), r, out_[r].release());
    return all.release();
  }

  /// Throws NotFinite.
  void look_at(const Chunk& chunk) const {
    const Py_ssize_t item = float_ ? sizeof(float) : sizeof(double);
    for (int i = 0; i < inputs_count(); ++i) {
      const Py_ssize_t width = call_.arguments[static_cast<std::size_t>(i)].width;
      const bool dense = chunk.in_stride[i] == width * item;
      const Py_ssize_t rows = chunk.in_stride[i] == 0 ? 1 : chunk.rows;
      bool finite = true;
      if (dense) {
        finite = all_finite(chunk.in[i], rows * width, float_);
      } else {
        for (Py_ssize_t r = 0; r < rows && finite; ++r) {
          finite = all_finite(chunk.in[i] + r * chunk.in_stride[i], width, float_);
        }
      }
      if (!finite) throw worst(chunk, i, rows, width);
    }
  }

  NotFinite worst(const Chunk& chunk, int i, Py_ssize_t rows, Py_ssize_t width) const {
    for (Py_ssize_t r = 0; r < rows; ++r) {
      for (Py_ssize_t c = 0; c < width; ++c) {
        const double value = float_ ? static_cast<double>(chunk.input<float>(i, r)[c])
                                    : chunk.input<double>(i, r)[c];
        if (!std::isfinite(value)) return {i, chunk.first + r, c, value};
      }
    }
    return {i, chunk.first, 0, 0.0};
  }

  void require_finite(const Chunk& chunk) {
    try {
      look_at(chunk);
    } catch (const NotFinite& at) {
      say(at);
    }
  }

  [[noreturn]] void say(const NotFinite& at) {
    const bool vector = in_[at.argument].single();
    const std::string place = vector ? std::to_string(at.column)
                                     : std::to_string(at.row) + ", " + std::to_string(at.column);
    const char* what = std::isnan(at.value) ? "nan" : at.value > 0.0 ? "inf" : "-inf";
    throw_value_error(std::string(call_.arguments[static_cast<std::size_t>(at.argument)].name) +
                      "[" + place + "] is " + what + ": give finite numbers");
  }

  // Many rows.

  void run_all() {
    const Py_ssize_t chunks = (samples_ + chunk_rows - 1) / chunk_rows;
    const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const auto useful = std::max<Py_ssize_t>(1, samples_ / rows_of_a_thread);
    const auto wanted = static_cast<int>(
        std::min<Py_ssize_t>(threads_ > 0 ? threads_ : cores, std::min(useful, chunks)));
    PyThreadState* state = PyEval_SaveThread();
    std::vector<std::thread> helpers;
    try {
      for (int t = 1; t < wanted; ++t) helpers.emplace_back([this] { work(nullptr); });
    } catch (const std::system_error&) {
      // As many as the machine gives.
    }
    work(&state);
    for (std::thread& helper : helpers) helper.join();
    PyEval_RestoreThread(state);
    if (interrupted_) throw PythonError{};
    if (!failure_) return;
    try {
      std::rethrow_exception(failure_);
    } catch (const NotFinite& at) {
      say(at);
    }
  }

  /// Takes chunks until there are none. The thread that has a state looks for Ctrl-C now and then.
  void work(PyThreadState** state) {
    try {
      const std::shared_ptr<void> workspace = pool_.borrow();
      auto looked = std::chrono::steady_clock::now();
      for (Py_ssize_t first; !stop_ && (first = next_.fetch_add(chunk_rows)) < samples_;) {
        const Chunk chunk = part(first);
        look_at(chunk);
        kernel()(workspace.get(), extra_, chunk);
        if (!state) continue;
        const auto now = std::chrono::steady_clock::now();
        if (now - looked < std::chrono::milliseconds(100)) continue;
        looked = now;
        PyEval_RestoreThread(*state);
        if (PyErr_CheckSignals() != 0) interrupted_ = stop_ = true;
        *state = PyEval_SaveThread();
      }
      pool_.give_back(workspace);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_ = true;
    }
  }

  Chunk part(Py_ssize_t first) const {
    Chunk chunk = chunk_;
    chunk.first = first;
    chunk.rows = std::min(chunk_rows, samples_ - first);
    for (int i = 0; i < inputs_count(); ++i) chunk.in[i] += first * chunk.in_stride[i];
    for (int r = 0; r < results_count(); ++r) chunk.out[r] += first * chunk.out_stride[r];
    return chunk;
  }

  const RowCall& call_;
  Pool& pool_;
  const void* extra_;
  int threads_;
  std::array<InputRows, most_arrays> in_;
  std::array<OutputRows, most_arrays> out_, elsewhere_;
  std::array<bool, most_arrays> moved_{};
  Py_ssize_t samples_ = -1;
  bool float_ = false;
  Chunk chunk_;

  std::atomic<Py_ssize_t> next_ = 0;
  std::atomic<bool> stop_ = false, interrupted_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

void* Pool::local() {
  if (!local_) local_ = make_();
  return local_.get();
}

std::shared_ptr<void> Pool::borrow() {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      std::shared_ptr<void> one = std::move(free_.back());
      free_.pop_back();
      return one;
    }
  }
  return make_();
}

void Pool::give_back(std::shared_ptr<void> workspace) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(workspace));
}

PyObject* run_rows(const RowCall& call, Pool& pool, const void* extra, PyObject* const* inputs,
                   PyObject* out, int threads) {
  return Run(call, pool, extra, inputs, out, threads).result();
}

}  // namespace alembert::python
