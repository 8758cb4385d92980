// Which vectors a Pack should stand on: the compiler's own, xsimd's or Highway's. The same
// recursion along seven links, as torques need it, with each as its scalar. pack/LIBRARY, time for
// one state.
#include <benchmark/benchmark.h>
#include <hwy/highway.h>

#include <array>
#include <xsimd/xsimd.hpp>

#include "kernel/pack.hpp"

namespace alembert::bench {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Highway has no operators on all its vectors.
struct HighwayPack {
  static constexpr hn::FixedTag<double, register_width<double>> tag{};
  hn::Vec<decltype(tag)> lanes;

  friend HighwayPack operator+(HighwayPack a, HighwayPack b) { return {hn::Add(a.lanes, b.lanes)}; }
  friend HighwayPack operator-(HighwayPack a, HighwayPack b) { return {hn::Sub(a.lanes, b.lanes)}; }
  friend HighwayPack operator*(HighwayPack a, HighwayPack b) { return {hn::Mul(a.lanes, b.lanes)}; }
};

template <typename S>
S constant(double x) {
  return S(x);
}
template <>
HighwayPack constant<HighwayPack>(double x) {
  return {hn::Set(HighwayPack::tag, x)};
}

template <typename S>
struct Vector {
  S x, y, z;
  friend Vector operator+(const Vector& a, const Vector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
};
template <typename S>
Vector<S> cross(const Vector<S>& a, const Vector<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

constexpr int joints = 7;

template <typename S>
struct Joint {
  S sine, cosine, rate, push, r, m;
  Vector<S> force, moment;
};

template <typename S>
Vector<S> turned(const Joint<S>& j, const Vector<S>& u) {
  return {j.cosine * u.x + j.sine * u.z, j.cosine * u.z - j.sine * u.x, u.y};
}

template <typename S>
void recursion(std::array<Joint<S>, joints>& chain, S* torque) {
  const S zero = constant<S>(0.0);
  Vector<S> w{zero, zero, zero}, wd = w, a{zero, zero, constant<S>(9.81)};
  for (Joint<S>& j : chain) {
    const Vector<S> arm{j.r, zero, j.r};
    w = turned(j, w);
    wd = turned(j, wd + cross(w, Vector<S>{zero, zero, j.rate}));
    a = turned(j, a) + cross(wd, arm) + cross(w, cross(w, arm));
    w.z = w.z + j.rate;
    wd.z = wd.z + j.push;
    j.force = {j.m * a.x, j.m * a.y, j.m * a.z};
    j.moment = cross(arm, j.force) + cross(w, j.force);
  }
  Vector<S> f{zero, zero, zero}, n = f;
  for (int i = joints - 1; i >= 0; --i) {
    Joint<S>& j = chain[static_cast<std::size_t>(i)];
    f = turned(j, f) + j.force;
    n = turned(j, n) + j.moment + cross(f, Vector<S>{j.r, j.m, j.r});
    torque[i] = n.z;
  }
}

template <typename S>
void pack(benchmark::State& state) {
  std::array<Joint<S>, joints> chain;
  double seed = 0.1;
  for (Joint<S>& j : chain) {
    for (S* x : {&j.sine, &j.cosine, &j.rate, &j.push, &j.r, &j.m}) {
      *x = constant<S>(seed = 3.7 * seed * (1.0 - seed));
    }
  }
  std::array<S, joints> torque;
  for (auto _ : state) {
    benchmark::DoNotOptimize(chain);
    recursion(chain, torque.data());
    benchmark::DoNotOptimize(torque);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int>(sizeof(S) / sizeof(double)));
}

BENCHMARK(pack<double>)->Name("pack/none");
BENCHMARK(pack<Pack<double>>)->Name("pack/compiler");
BENCHMARK(pack<xsimd::batch<double>>)->Name("pack/xsimd");
BENCHMARK(pack<HighwayPack>)->Name("pack/highway");

}  // namespace
}  // namespace alembert::bench

BENCHMARK_MAIN();
