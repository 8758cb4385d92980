// Orocos KDL as a careful user calls it: solvers and arrays made beforehand, no load.
#include <kdl/chaindynparam.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "bench/case.hpp"
#include "peers/kdl_chain.hpp"

namespace alembert::bench {

namespace {

constexpr const char* library = "kdl";

/// The states in KDL's own arrays.
struct States {
  explicit States(const RandomStates& from) {
    for (int s = 0; s < from.count(); ++s) {
      q.push_back(peers::kdl_array(from.q(s)));
      v.push_back(peers::kdl_array(from.v(s)));
      a.push_back(peers::kdl_array(from.a(s)));
    }
  }
  std::vector<KDL::JntArray> q, v, a;
};

struct Work {
  explicit Work(const Case& c)
      : chain(peers::kdl_chain(c.robot)),
        solver(chain, peers::kdl_gravity(c.robot)),
        dynamics(chain, peers::kdl_gravity(c.robot)),
        states(c.samples),
        none(chain.getNrOfSegments(), KDL::Wrench::Zero()),
        tau(chain.getNrOfJoints()),
        M(chain.getNrOfJoints()) {}
  KDL::Chain chain;
  KDL::ChainIdSolver_RNE solver;
  KDL::ChainDynParam dynamics;
  States states;
  KDL::Wrenches none;
  KDL::JntArray tau;
  KDL::JntSpaceInertiaMatrix M;
};

Contender inverse_dynamics(const SharedCase& on) {
  auto work = std::make_shared<Work>(*on);
  return {"inverse_dynamics", library, 1, for_each_state([work](int state) {
            const auto s = static_cast<std::size_t>(state);
            const States& at = work->states;
            work->solver.CartToJnt(at.q[s], at.v[s], at.a[s], work->none, work->tau);
          }),
          [work] { return work->tau.data; }};
}

Contender mass_matrix(const SharedCase& on) {
  auto work = std::make_shared<Work>(*on);
  return {"mass_matrix", library, 1,
          for_each_state([work](int s) { work->dynamics.JntToMass(work->states.q[s], work->M); }),
          [work] { return Eigen::VectorXd(work->M.data.reshaped()); }};
}

}  // namespace

bool has_kdl() { return true; }

std::vector<Contender> kdl_contenders(const SharedCase& on, const std::string& call) {
  std::vector<Contender> all;
  if (is_asked(call, "inverse_dynamics")) all.push_back(inverse_dynamics(on));
  if (is_asked(call, "mass_matrix")) all.push_back(mass_matrix(on));
  return all;
}

}  // namespace alembert::bench
