// Workers of a sweep, each a process of its own: what one of them does to itself, or what is done
// to it, is no matter to the others.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "alembert/sweep.hpp"

namespace alembert::cli {

class SweepCrew {
 public:
  /// Problems for one worker, one after the other; empty: there are no more.
  using Next = std::function<std::vector<std::uint64_t>()>;
  using Done = std::function<void(const std::string& record)>;

  /// `inherited` are descriptors that workers have no use for.
  SweepCrew(const SweepSolver& solver, int workers, std::vector<int> inherited);
  SweepCrew(const SweepCrew&) = delete;
  SweepCrew& operator=(const SweepCrew&) = delete;
  ~SweepCrew();

  /// Until there are no more, or an end is asked for (false): what is in hand then has some seconds
  /// to end. A problem whose worker ends under it is given to another; after three that ended
  /// themselves, or thirty that were killed, it is a record that says so.
  bool run(const Next& next, const Done& done);
  int deaths() const { return deaths_; }

 private:
  struct Worker {
    int process = -1;
    int socket = -1;
    std::deque<std::uint64_t> queue = {};  ///< the first is in hand
    std::string heard = {};
  };

  void launch(Worker& worker);
  void hand_out(Worker& worker);
  /// Takes what workers say, for a tenth of a second at most.
  void listen(const Done& done);
  void hear(Worker& worker, const Done& done);
  void bury(Worker& worker, const Done& done);
  std::string crashed(std::uint64_t index) const;
  bool busy() const;

  const SweepSolver& solver_;
  std::vector<int> inherited_;
  std::vector<Worker> workers_;
  std::map<std::uint64_t, int> deaths_under_;
  int deaths_ = 0;
};

}  // namespace alembert::cli
