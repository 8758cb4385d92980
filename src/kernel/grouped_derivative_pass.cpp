#include "kernel/grouped_derivative_pass.hpp"

#include "kernel/joint_tiles.hpp"

namespace ALEMBERT_OF_REGISTERS {

namespace {

/// Of a pack of joints, without a look past the end of x.
Lane values_of(const double* x, JointGroups::Group group, int k) {
  x += group.joint;
  if (group.count == group_size) return load_pack(x + k * Lane::width);
  Lane values(0);
  unrolled<Lane::width>([&](auto l) {
    if (k * Lane::width + l < group.count) values.set(l, x[k * Lane::width + l]);
  });
  return values;
}

/// Sums over what is before each of a pack of joints; `sum` goes on.
Lane sums_before(const Lane& x, double& sum) {
  Lane sums(0);
  unrolled<Lane::width>([&](auto l) {
    sums.set(l, sum);
    sum += x[l];
  });
  return sums;
}
small::V3<Lane> sums_before(const small::V3<Lane>& a, small::V3<double>& sum) {
  return {sums_before(a.x, sum.x), sums_before(a.y, sum.y), sums_before(a.z, sum.z)};
}
small::Motion6<Lane> sums_before(const small::Motion6<Lane>& a, small::Motion6<double>& sum) {
  return {sums_before(a.w, sum.w), sums_before(a.v, sum.v)};
}

/// Of the bodies of a pack of joints.
MovingBody<Lane> bodies_behind(const MovingBody<Across>& own, int k, MovingBody<double>& sums) {
  const auto behind = [&](const small::V3<Across>& a, small::V3<double>& sum) {
    return sums_behind(pack_of(a, k), sum);
  };
  return {behind(own.h, sums.h),
          sums_behind(pack_of(own.I, k), sums.I),
          {behind(own.D.c0, sums.D.c0), behind(own.D.c1, sums.D.c1), behind(own.D.c2, sums.D.c2)},
          behind(own.p, sums.p),
          {behind(own.f.n, sums.f.n), behind(own.f.f, sums.f.f)}};
}

}  // namespace

GroupedDerivativePass::GroupedDerivativePass(const RegroupedModel& model, const Eigen::Vector3d& up)
    : links_(model),
      sines_(model.joints.size()),
      S_(links_.groups().count()),
      own_(S_.size()),
      columns_(S_.size()),
      descendant_terms_(S_.size()),
      ancestor_terms_(S_.size()),
      ends_(links_.groups().runs().size()),
      behind_(ends_.size()) {
  const small::V3<double> zero{0.0, 0.0, 0.0};
  ground_ = {{zero, zero}, {zero, small::v3<double>(up)}};
}

void GroupedDerivativePass::run(const double* x, const double* rate, const double* acceleration,
                                const Outputs& out) {
  sines_.set_unrounded(links_.joints(), x);
  links_.place_all(x, sines_);
  move_all(rate, acceleration);
  set_columns();
  if (out.dq.row_step == 1) {
    set_all_entries<false>(out);
  } else {  // as the columns of transposes
    const auto turned = [](const JointMatrix<double>& A) {
      return JointMatrix<double>{A.data, A.column_step, A.row_step};
    };
    set_all_entries<true>({turned(out.dq), turned(out.dv), turned(out.M)});
  }
}

void GroupedDerivativePass::move_all(const double* rates, const double* accelerations) {
  const JointGroups& groups = links_.groups();
  for (std::size_t r = 0; r < ends_.size(); ++r) {
    const JointGroups::Run& run = groups.runs()[r];
    Link link = run.parent < 0 ? ground_ : ends_[run.parent];
    for (int g = run.begin; g < run.end; ++g) {
      for (int k = 0; k < groups.group(g).packs(); ++k) {
        const Lane rate = values_of(rates, groups.group(g), k);
        const small::Motion6<Lane> S = links_.motion(g, k), faster = rate * S;
        const small::Motion6<Lane> V_p = sums_before(faster, link.velocity);
        small::Motion6<Lane> psid{}, psidd{};
        add_cross(V_p, S, psid);
        const small::Motion6<Lane> more =
            values_of(accelerations, groups.group(g), k) * S + rate * psid;
        const small::Motion6<Lane> A_p = sums_before(more, link.acceleration);
        add_cross(A_p, S, psidd);
        add_cross(V_p, psid, psidd);
        set_pack(S, k, S_[g]);
        AncestorTerms& ancestor = ancestor_terms_[g];
        set_pack(S.w, k, ancestor.dv.by_u);
        set_pack(psid.w, k, ancestor.dq.by_u);
        set_pack(psid + psid, k, ancestor.dv.by_IS);
        set_pack(psidd, k, ancestor.dq.by_IS);

        const auto body =
            MovingBody<Lane>::of(links_.body(g, k), links_.revolute(g), V_p + faster, A_p + more);
        MovingBody<Across>& own = own_[g];
        set_pack(body.h, k, own.h);
        set_pack(body.I, k, own.I);
        set_pack(body.D, k, own.D);
        set_pack(body.p, k, own.p);
        set_pack(body.f, k, own.f);
      }
    }
    if (run.carries) ends_[r] = link;
  }
}

void GroupedDerivativePass::set_columns() {
  const JointGroups& groups = links_.groups();
  for (MovingBody<double>& sums : behind_) sums = {};
  for (std::size_t r = behind_.size(); r-- > 0;) {
    const JointGroups::Run& run = groups.runs()[r];
    MovingBody<double> sums = behind_[r];
    for (int g = run.end; g-- > run.begin;) {
      for (int k = groups.group(g).packs(); k-- > 0;) {
        const MovingBody<Lane> body = bodies_behind(own_[g], k, sums);
        const auto add_inertia = [&, mass = links_.mass(g, k)](const small::Motion6<Lane>& a,
                                                               small::Force6<Lane>& force) {
          body.add_inertia(mass, links_.heavy(), a, force);
        };
        const AncestorTerms& ancestor = ancestor_terms_[g];
        const small::Motion6<Lane> S = pack_of(S_[g], k);
        const small::V3<Lane> psid_w = pack_of(ancestor.dq.by_u, k);
        small::Force6<Lane> IS{}, t2{}, t3{};
        add_inertia(S, IS);
        add_inertia(pack_of(ancestor.dv.by_IS, k), t3);
        body.add_coriolis(S.w, t3);
        add_inertia(pack_of(ancestor.dq.by_IS, k), t2);
        body.add_coriolis(psid_w, t2);
        add_cross(S, body.f, t2);
        set_pack(IS, k, descendant_terms_[g].IS);
        set_pack(body.coriolis_transposed(S), k, descendant_terms_[g].u);
        set_pack(t2, k, columns_[g].t2);
        set_pack(t3, k, columns_[g].t3);
      }
    }
    if (run.parent < 0) continue;
    behind_[run.parent] += sums;
  }
}

/// One matrix, of which every number of a group is multiplied with those of many others: its
/// columns by what is in them, or its rows, so that entries lie together as they are written.
template <bool by_rows>
void GroupedDerivativePass::set_entries(Forces Columns::*deeper,
                                        AncestorTerms::Of AncestorTerms::*shallower, int r, int g,
                                        JointMatrix<double> matrix) const {
  const JointGroups& groups = links_.groups();
  const JointGroups::Group* all = groups.all().data();
  const JointGroups::Group own = all[g];
  const auto t = [&](int k) -> const Forces& { return columns_[k].*deeper; };
  const auto turned = [&](int k) -> const auto& { return ancestor_terms_[k].*shallower; };
  const auto each = [&](const auto& factors, const auto& others) {
    return [&](int k, auto full) { put<full>(products(others(k), factors), all[k], own, matrix); };
  };
  const auto S = [&](int k) -> const Motions& { return S_[k]; };
  const auto IS = [&](int k) -> const DescendantTerms& { return descendant_terms_[k]; };
  // Factors are used before others are made: registers hold only so many.
  const Factors<6> above(t(g));
  if constexpr (!by_rows) groups.each_before(r, g, each(above, S));
  const Tile upper = products(S(g), above);
  const Factors<9> below(turned(g));
  const Tile diagonal = merged(upper, products(IS(g), below));
  put(by_rows ? transposed(diagonal) : diagonal, own, own, matrix);
  if constexpr (!by_rows) return groups.each_behind(r, g, each(below, IS));
  groups.each_before(r, g, each(Factors<9>(IS(g)), turned));
  groups.each_behind(r, g, each(Factors<6>(S(g)), t));
}

template <bool by_rows>
void GroupedDerivativePass::set_all_entries(const Outputs& out) const {
  const JointGroups& groups = links_.groups();
  for (int r = 0; r < static_cast<int>(ends_.size()); ++r) {
    for (int g = groups.run(r).begin; g < groups.run(r).end; ++g) {
      set_entries<by_rows>(&Columns::t2, &AncestorTerms::dq, r, g, out.dq);
      set_entries<by_rows>(&Columns::t3, &AncestorTerms::dv, r, g, out.dv);
      set_mass_matrix(r, g, groups, S_.data(), descendant_terms_[g].IS, out.M);
    }
  }
}

}  // namespace ALEMBERT_OF_REGISTERS
