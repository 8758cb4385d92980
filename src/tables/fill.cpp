// Every node of a table, computed on all cores. Each node is its own computation, so the entries do
// not depend on how many threads there were.
#include <algorithm>
#include <optional>

#include "kernel/workers.hpp"
#include "tables/configuration_space.hpp"
#include "tables/entries.hpp"

namespace alembert {

namespace {

/// In runs of neighbours, until all are done or someone gives up; `make()` gives each thread a
/// function of its own that computes one node.
template <typename Make>
void for_all_nodes(std::size_t nodes, const TableOptions& options, Make make) {
  const std::size_t run = std::clamp<std::size_t>(nodes / 200, 1, 4096);
  Workers workers(options.threads);
  std::vector<std::optional<decltype(make())>> computes(workers.count());
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> stopped = false;
  workers.share(static_cast<int>((nodes + run - 1) / run), [&](int worker, int item) {
    if (stopped) return;
    try {
      auto& compute = computes[worker];
      if (!compute) compute.emplace(make());
      const std::size_t begin = run * item, end = std::min(begin + run, nodes);
      for (std::size_t node = begin; node < end; ++node) (*compute)(node);
      done += end - begin;
      if (worker > 0 || !options.progress) return;  // the first is the caller's thread
      options.progress(static_cast<double>(done) / static_cast<double>(nodes));
    } catch (...) {
      stopped = true;
      throw;
    }
  });
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

/// With keep(terms, where they go).
template <typename Keep>
auto term_filler(const Model& model, Grid& grid, Keep keep) {
  return [&grid, keep, find = TermFinder(model), q = Eigen::VectorXd(model.dofs()),
          terms = ConfigurationTerms<double>(model.dofs())](std::size_t node) mutable {
    grid.place(node, q);
    find(q, terms);
    keep(terms, grid.at(node));
  };
}

}  // namespace

void fill(const Model& model, const TableOptions& options, Grid& grid, TableMethod method) {
  grid.allocate();
  if (method == TableMethod::configuration_space) {
    for_all_nodes(grid.node_count(), options, [&] { return term_filler(model, grid, store); });
  } else {
    for_all_nodes(grid.node_count(), options, [&] { return force_filler(model, grid); });
  }
}

void fill_inertia(const Model& model, const TableOptions& options, Grid& grid) {
  grid.allocate();
  TableOptions quiet = options;  // next to the other grid this one is nothing
  quiet.progress = nullptr;
  const auto keep = [](const ConfigurationTerms<double>& terms, double* entry) {
    for (Eigen::Index i = 0; i < terms.G.size(); ++i) {
      for (Eigen::Index j = 0; j <= i; ++j) *entry++ = terms.J(i, j);
    }
  };
  for_all_nodes(grid.node_count(), quiet, [&] { return term_filler(model, grid, keep); });
}

}  // namespace alembert
