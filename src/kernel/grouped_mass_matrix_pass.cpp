#include "kernel/grouped_mass_matrix_pass.hpp"

#include "kernel/joint_tiles.hpp"
#include "kernel/neighbours.hpp"

namespace alembert {

bool GroupedMassMatrixPass::pays(const RegroupedModel& model) {
  return model.chain && model.joints.size() >= 24;
}

GroupedMassMatrixPass::GroupedMassMatrixPass(const RegroupedModel& model)
    : links_(model),
      S_(index(links_.groups().count())),
      IS_(S_.size()),
      behind_(links_.groups().runs().size()) {}

void GroupedMassMatrixPass::run(const double* x, JointSines<double>& sines, JointMatrix<double> M) {
  sines.set(links_.joints(), x);
  links_.place_all(x, sines);
  set_forces();
  set_entries(M);
}

void GroupedMassMatrixPass::set_forces() {
  const JointGroups& groups = links_.groups();
  for (Sums& sums : behind_) sums = {};
  for (std::size_t r = behind_.size(); r-- > 0;) {
    const JointGroups::Run& run = groups.runs()[r];
    Sums sums = behind_[r];
    for (int g = run.end; g-- > run.begin;) {
      for (int k = group_packs; k-- > 0;) {
        const small::Motion6<Lane> S = links_.motion(g, k);
        const small::Body6<Lane> own = links_.body(g, k);
        const auto sum = [](const Lane& x, double& carried) { return sums_behind(x, carried); };
        const small::V3<Lane> h{sum(own.h.x, sums.h[0]), sum(own.h.y, sums.h[1]),
                                sum(own.h.z, sums.h[2])};
        const small::Sym3<Lane> J{sum(own.J.xx, sums.J[0]), sum(own.J.yy, sums.J[1]),
                                  sum(own.J.zz, sums.J[2]), sum(own.J.xy, sums.J[3]),
                                  sum(own.J.xz, sums.J[4]), sum(own.J.yz, sums.J[5])};
        small::Force6<Lane> IS{};
        InertiasOf<Lane>(links_.mass(g, k), links_.heavy(), h, J).add(S, IS);
        set_pack(S, k, S_[index(g)]);
        set_pack(IS, k, IS_[index(g)]);
      }
    }
    if (run.parent < 0) continue;
    Sums& to = behind_[index(run.parent)];
    for (int i = 0; i < 3; ++i) to.h[i] += sums.h[i];
    for (int i = 0; i < 6; ++i) to.J[i] += sums.J[i];
  }
}

void GroupedMassMatrixPass::set_entries(JointMatrix<double> M) const {
  const JointGroups& groups = links_.groups();
  const JointGroups::Group* all = groups.all().data();
  const small::Motion6<Across>* S = S_.data();
  for (int r = 0; r < static_cast<int>(behind_.size()); ++r) {
    for (int g = groups.run(r).begin; g < groups.run(r).end; ++g) {
      const double* IS = numbers_across(IS_[index(g)]);
      const JointGroups::Group own = all[g];
      groups.each_before(r, g, [&](int before, auto full) {
        const Tile tile = products<6>(numbers_across(S[before]), IS);
        put<full>(tile, all[before], own, M);
        put<full>(transposed(tile), own, all[before], M);
      });
      const Tile tile = products<6>(numbers_across(S[g]), IS);
      put(merged(tile, transposed(tile)), own, own, M);
    }
  }
}

}  // namespace alembert
