#include "kernel/grouped_derivative_pass.hpp"

#include "kernel/joint_tiles.hpp"
#include "kernel/neighbours.hpp"

namespace alembert {

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

}  // namespace

bool GroupedDerivativePass::pays(const RegroupedModel& model) {
  return model.chain && model.joints.size() >= 24;
}

GroupedDerivativePass::GroupedDerivativePass(const RegroupedModel& model, const Eigen::Vector3d& up)
    : links_(model),
      sines_(model.joints.size()),
      S_(index(links_.groups().count())),
      own_(S_.size()),
      columns_(S_.size()),
      deep_(S_.size()),
      shallow_(S_.size()),
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
  set_rows_before(out);
  set_rows_behind(out);
}

void GroupedDerivativePass::move_all(const double* rates, const double* accelerations) {
  const JointGroups& groups = links_.groups();
  for (std::size_t r = 0; r < ends_.size(); ++r) {
    const JointGroups::Run& run = groups.runs()[r];
    Link link = run.parent < 0 ? ground_ : ends_[index(run.parent)];
    for (int g = run.begin; g < run.end; ++g) {
      for (int k = 0; k < group_packs; ++k) {
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
        set_pack(S, k, S_[index(g)]);
        Shallow& shallow = shallow_[index(g)];
        set_pack(S.w, k, shallow.S_w);
        set_pack(psid.w, k, shallow.psid_w);
        set_pack(psid + psid, k, shallow.twice_psid);
        set_pack(psidd, k, shallow.psidd);

        const bool massless = links_.revolute(g);
        const small::Body6<Lane> body = links_.body(g, k);
        const small::Motion6<Lane> V = V_p + faster, twice = V + V;
        small::V3<Lane> p = small::cross(twice.w, body.h);
        if (!massless) p += body.m * twice.v;
        const Sums<Lane> own{body.h, body.J, small::field_moment(body, twice), p,
                             inertia_force(body, massless, V, A_p + more)};
        const double* from = reinterpret_cast<const double*>(&own);
        double* to = reinterpret_cast<double*>(&own_[index(g)]) + k * Lane::width;
        unrolled<sum_count>(
            [&](auto i) { store_pack(load_pack(from + i * Lane::width), to + i * group_size); });
      }
    }
    if (run.carries) ends_[r] = link;
  }
}

void GroupedDerivativePass::set_columns() {
  const JointGroups& groups = links_.groups();
  for (Sums<double>& sums : behind_) sums = {};
  for (std::size_t r = behind_.size(); r-- > 0;) {
    const JointGroups::Run& run = groups.runs()[r];
    Sums<double> behind = behind_[r];
    double* sum = reinterpret_cast<double*>(&behind);
    for (int g = run.end; g-- > run.begin;) {
      for (int k = group_packs; k-- > 0;) {
        Sums<Lane> sums;
        const double* own = numbers_across(own_[index(g)]) + k * Lane::width;
        unrolled<sum_count>([&](auto i) {
          store_pack(sums_behind(load_pack(own + i * group_size), sum[i]),
                     reinterpret_cast<double*>(&sums) + i * Lane::width);
        });
        const InertiasOf<Lane> I(links_.mass(g, k), links_.heavy(), sums.h, sums.J);
        const small::M3<Lane>& K = sums.K;
        const Lane trace = K.trace();
        const Shallow& shallow = shallow_[index(g)];
        const small::Motion6<Lane> S = pack_of(S_[index(g)], k);
        const small::V3<Lane> psid_w = pack_of(shallow.psid_w, k);
        small::Force6<Lane> IS{}, t2{}, t3{};
        I.add(S, IS);
        I.add(pack_of(shallow.twice_psid, k), t3);
        add_coriolis(K, trace, sums.p, S.w, t3);
        I.add(pack_of(shallow.psidd, k), t2);
        add_coriolis(K, trace, sums.p, psid_w, t2);
        add_cross(S, sums.f, t2);
        small::V3<Lane> u = trace * S.w - small::transpose_times(K, S.w);
        add_cross(sums.p, S.v, u);
        set_pack(IS, k, deep_[index(g)].IS);
        set_pack(u, k, deep_[index(g)].u);
        set_pack(t2, k, columns_[index(g)].t2);
        set_pack(t3, k, columns_[index(g)].t3);
      }
    }
    if (run.parent < 0) continue;
    double* to = reinterpret_cast<double*>(&behind_[index(run.parent)]);
    for (int i = 0; i < sum_count; ++i) to[i] += sum[i];
  }
}

/// The diagonal and what is above it, and M below it.
void GroupedDerivativePass::set_rows_before(const Outputs& out) const {
  const JointGroups& groups = links_.groups();
  const JointGroups::Group* all = groups.all().data();
  const Motions* S = S_.data();
  const auto [dq, dv, M] = out;
  for (int r = 0; r < static_cast<int>(ends_.size()); ++r) {
    for (int g = groups.run(r).begin; g < groups.run(r).end; ++g) {
      const JointGroups::Group own = all[g];
      const Columns& columns = columns_[index(g)];
      const Shallow& shallow = shallow_[index(g)];
      const double *t2 = numbers_across(columns.t2), *t3 = numbers_across(columns.t3),
                   *deep = numbers_across(deep_[index(g)]);
      groups.each_before(r, g, [&](int before, auto full) {
        put<full>(products<6>(numbers_across(S[before]), t2), all[before], own, dq);
      });
      groups.each_before(r, g, [&](int before, auto full) {
        put<full>(products<6>(numbers_across(S[before]), t3), all[before], own, dv);
      });
      groups.each_before(r, g, [&](int before, auto full) {
        const Tile tile = products<6>(numbers_across(S[before]), deep);
        put<full>(tile, all[before], own, M);
        put<full>(transposed(tile), own, all[before], M);
      });
      const double* rows = numbers_across(S[g]);
      put(merged(products<6>(rows, t2), products<9>(deep, numbers_across(shallow.psidd))), own, own,
          dq);
      put(merged(products<6>(rows, t3), products<9>(deep, numbers_across(shallow.twice_psid))), own,
          own, dv);
      const Tile tile = products<6>(rows, deep);
      put(merged(tile, transposed(tile)), own, own, M);
    }
  }
}

void GroupedDerivativePass::set_rows_behind(const Outputs& out) const {
  const JointGroups& groups = links_.groups();
  const JointGroups::Group* all = groups.all().data();
  const Deep* deep = deep_.data();
  const auto [dq, dv, M] = out;
  for (int r = 0; r < static_cast<int>(ends_.size()); ++r) {
    for (int g = groups.run(r).begin; g < groups.run(r).end; ++g) {
      const JointGroups::Group own = all[g];
      const double *psidd = numbers_across(shallow_[index(g)].psidd),
                   *twice_psid = numbers_across(shallow_[index(g)].twice_psid);
      groups.each_behind(r, g, [&](int behind, auto full) {
        put<full>(products<9>(numbers_across(deep[behind]), psidd), all[behind], own, dq);
      });
      groups.each_behind(r, g, [&](int behind, auto full) {
        put<full>(products<9>(numbers_across(deep[behind]), twice_psid), all[behind], own, dv);
      });
    }
  }
}

}  // namespace alembert
