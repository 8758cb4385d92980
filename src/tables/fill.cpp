// Every node of a table, computed on all cores. Each node is its own computation, so the entries do
// not depend on how many threads there were.
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "tables/configuration_space.hpp"
#include "tables/entries.hpp"

namespace alembert {

namespace {

/// Hands out runs of nodes until there are none, or until someone gives up.
class Work {
 public:
  explicit Work(std::size_t nodes)
      : nodes_(nodes), run_(std::clamp<std::size_t>(nodes / 200, 1, 4096)) {}

  bool take(std::size_t& begin, std::size_t& end) {
    begin = next_.fetch_add(run_);
    end = std::min(begin + run_, nodes_);
    return begin < nodes_ && !stopped_;
  }
  void finished(std::size_t count) { done_ += count; }
  double share() const { return static_cast<double>(done_) / static_cast<double>(nodes_); }

  void stop(std::exception_ptr reason) {
    const std::lock_guard lock(mutex_);
    if (!reason_) reason_ = std::move(reason);
    stopped_ = true;
  }
  void rethrow() const {
    if (reason_) std::rethrow_exception(reason_);
  }

 private:
  std::size_t nodes_, run_;
  std::atomic<std::size_t> next_ = 0, done_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::exception_ptr reason_;
};

/// `make()` gives each thread a function of its own that computes one node.
template <typename Make>
void for_all_nodes(std::size_t nodes, const TableOptions& options, Make make) {
  Work work(nodes);
  const auto labour = [&](const std::function<void(double)>& progress) {
    try {
      auto compute = make();
      std::size_t begin = 0, end = 0;
      while (work.take(begin, end)) {
        for (std::size_t node = begin; node < end; ++node) compute(node);
        work.finished(end - begin);
        if (progress) progress(work.share());
      }
    } catch (...) {
      work.stop(std::current_exception());
    }
  };
  const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::jthread> others;
  try {
    for (int t = 1; t < (options.threads > 0 ? options.threads : cores); ++t) {
      others.emplace_back(labour, nullptr);
    }
  } catch (const std::system_error&) {
    // As many as the machine gives.
  }
  labour(options.progress);
  others.clear();  // waits for them
  work.rethrow();
  if (options.progress) options.progress(1.0);
}

/// F over (q), (q, v) or (q, v, a): what the grid does not hold is zero.
auto force_filler(const Model& model, Grid& grid) {
  return [&grid, id = InverseDynamics<double>(without_drives(model)), n = model.dofs(),
          x = Eigen::VectorXd(Eigen::VectorXd::Zero(3 * model.dofs()))](std::size_t node) mutable {
    grid.place(node, x);
    Eigen::Map<Eigen::VectorXd> tau(grid.at(node), n);
    id(x.head(n), x.segment(n, n), x.tail(n), tau);
  };
}

auto term_filler(const Model& model, Grid& grid) {
  return [&grid, find = TermFinder(model), q = Eigen::VectorXd(model.dofs()),
          terms = ConfigurationTerms<double>(model.dofs())](std::size_t node) mutable {
    grid.place(node, q);
    find(q, terms);
    store(terms, grid.at(node));
  };
}

}  // namespace

void fill(const Model& model, const TableOptions& options, Grid& grid, TableMethod method) {
  grid.allocate();
  if (method == TableMethod::configuration_space) {
    for_all_nodes(grid.node_count(), options, [&] { return term_filler(model, grid); });
  } else {
    for_all_nodes(grid.node_count(), options, [&] { return force_filler(model, grid); });
  }
}

void fill_inertia(const Model& model, const TableOptions& options, Grid& grid) {
  grid.allocate();
  TableOptions quiet = options;  // next to the other grid this one is nothing
  quiet.progress = nullptr;
  for_all_nodes(grid.node_count(), quiet, [&] {
    return [&grid, find = TermFinder(model), q = Eigen::VectorXd(model.dofs()),
            terms = ConfigurationTerms<double>(model.dofs())](std::size_t node) mutable {
      grid.place(node, q);
      find(q, terms);
      double* entry = grid.at(node);
      for (Eigen::Index i = 0; i < q.size(); ++i) {
        for (Eigen::Index j = 0; j <= i; ++j) *entry++ = terms.J(i, j);
      }
    };
  });
}

}  // namespace alembert
