#include "kernel/grouped_mass_matrix_pass.hpp"

#include "kernel/joint_tiles.hpp"

namespace ALEMBERT_OF_REGISTERS {

GroupedMassMatrixPass::GroupedMassMatrixPass(const RegroupedModel& model)
    : links_(model),
      S_(links_.groups().count()),
      IS_(S_.size()),
      behind_(links_.groups().runs().size()) {}

void GroupedMassMatrixPass::run(const double* x, JointSines<double>& sines, JointMatrix<double> M) {
  sines.set(links_.joints(), x);
  links_.place_all(x, sines);
  links_.move_origin_to_tip();
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
      for (int k = groups.group(g).packs(); k-- > 0;) {
        const small::Motion6<Lane> S = links_.motion(g, k);
        const small::Body6<Lane> own = links_.body(g, k);
        small::Force6<Lane> IS{};
        add_inertia(sums_behind(own.h, sums.h), sums_behind(rotational(own.J), sums.I),
                    links_.mass(g, k), links_.heavy(), S, IS);
        set_pack(S, k, S_[g]);
        set_pack(IS, k, IS_[g]);
      }
    }
    if (run.parent < 0) continue;
    Sums& to = behind_[run.parent];
    to.h += sums.h;
    to.I += sums.I;
  }
}

void GroupedMassMatrixPass::set_entries(JointMatrix<double> M) const {
  const JointGroups& groups = links_.groups();
  for (int r = 0; r < static_cast<int>(behind_.size()); ++r) {
    for (int g = groups.run(r).begin; g < groups.run(r).end; ++g) {
      set_mass_matrix(r, g, groups, S_.data(), IS_[g], M);
    }
  }
}

}  // namespace ALEMBERT_OF_REGISTERS
