// A motion in time: positions at any instant, curves as columns, limits, and when the motion is at them.
import { type ColumnData, isPlacing, type MotionData, type RobotData, unpack } from './document';
import { kinematicsOf } from './bent';
import { apply } from './kinematics';
import { distance, moved } from './distance';
import { Ground } from './ground';

export type Quantity = 'q' | 'v' | 'a' | 'tau' | 'power';
export const quantities: Quantity[] = ['q', 'v', 'a', 'tau', 'power'];

export interface Span {
  from: number;
  to: number;
}

/// A stretch of time in which the motion is at a limit.
export interface ActiveLimit {
  name: string;
  joint: number; // -1: of no joint
  quantity: Quantity | 'distance';
  spans: Span[];
}

/// Of a limit's size: nearer than this is touching it.
const touching = 2e-3;

export class Track {
  readonly t: Float64Array;
  readonly duration: number;
  readonly dofs: number;
  private readonly columns: Record<string, Float64Array>;
  private readonly spline?: { degree: number; knots: number[]; points: number[][] };

  constructor(
    readonly label: string,
    readonly robot: RobotData,
    readonly motion: MotionData,
    columns: ColumnData,
    readonly isRun: boolean,
  ) {
    this.t = unpack(columns.t);
    this.dofs = robot.coordinates.length;
    this.columns = {
      q: unpack(columns.q),
      v: unpack(columns.v),
      a: unpack(columns.a),
      tau: unpack(columns.tau),
      force: unpack(columns.force),
    };
    const n = this.t.length;
    this.duration = n > 0 ? this.t[n - 1] : 0;
    const { tau, v } = this.columns;
    if (tau.length && v.length) this.columns.power = tau.map((x, i) => x * v[i]);
    const { spline, joints } = motion.document;
    if (!isRun && spline.knots.length > 0) {
      const points = joints.map((name) => spline.control_points[name]);
      this.spline = { degree: spline.degree, knots: spline.knots, points };
    }
  }

  has(quantity: string): boolean {
    return (this.columns[quantity]?.length ?? 0) > 0;
  }

  /// What would move the coordinates that place a robot on the ground is told as what its contacts exert.
  isTold(quantity: Quantity, joint: number): boolean {
    return !isPlacing(this.robot, joint) || (quantity !== 'tau' && quantity !== 'power');
  }

  /// One joint's curve.
  curve(quantity: string, joint: number): Float64Array {
    const all = this.columns[quantity], n = this.t.length, width = all.length / n;
    const out = new Float64Array(n);
    for (let i = 0; i < n; ++i) out[i] = all[i * width + joint];
    return out;
  }

  /// The row of samples that is the last at or before an instant, and how far it is past it.
  private at(t: number): [number, number] {
    const n = this.t.length;
    if (n < 2 || t <= this.t[0]) return [0, 0];
    if (t >= this.t[n - 1]) return [n - 2, 1];
    let low = 0, high = n - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.t[middle] <= t) low = middle;
      else high = middle;
    }
    return [low, (t - this.t[low]) / (this.t[low + 1] - this.t[low])];
  }

  /// Between samples, straight.
  value(quantity: string, joint: number, t: number): number {
    const all = this.columns[quantity], n = this.t.length;
    if (n === 0 || all.length === 0) return NaN;
    const width = all.length / n, [i, share] = this.at(t);
    const here = all[i * width + joint];
    return n < 2 ? here : here + share * (all[(i + 1) * width + joint] - here);
  }

  /// By the spline itself where there is one, so that nothing is lost between samples.
  q(t: number): number[] {
    if (!this.spline) return Array.from({ length: this.dofs }, (_, j) => this.value('q', j, t));
    const { degree, knots, points } = this.spline;
    const segments = points[0].length - degree;
    const begin = knots[degree], end = knots[degree + segments];
    const x = Math.min(Math.max(begin + t, begin), end);
    let span = degree;
    while (span < degree + segments - 1 && knots[span + 1] <= x) ++span;
    return points.map((column) => deBoor(degree, knots, column, span, x));
  }

  /// Force of a cut joint in the directions it has.
  forces(t: number): number[] {
    const all = this.columns.force, n = this.t.length;
    if (!all.length) return [];
    return Array.from({ length: all.length / n }, (_, k) => this.value('force', k, t));
  }

  /// Of a robot on the ground: what that does, as planned.
  readonly ground = lazy(() => (this.motion.ground && !this.isRun ? new Ground(this, this.motion.ground) : undefined));

  /// When a fraction of the segments is reached.
  fraction(share: number): number {
    if (!this.spline) return share * this.duration;
    const { degree, knots, points } = this.spline;
    const segments = points[0].length - degree;
    const knot = Math.min(Math.max(Math.round(share * segments), 0), segments);
    return knots[degree + knot] - knots[degree];
  }

  /// A limit at which a coordinate of the ground is held anyway is none.
  private free(joint: number, limit: number, none: number): number {
    const { held = [] } = this.motion.document.given;
    const rests = isPlacing(this.robot, joint) && held.some((h) => h.coordinate === joint && h.value === limit);
    return rests ? none : limit;
  }

  /// Lowest and highest that a joint may have; infinite where there is no limit.
  limits(quantity: Quantity, joint: number): [number, number] {
    const all = this.motion.document.limits;
    const of = (name: string, none: number): number => all[name]?.[joint] ?? none;
    switch (quantity) {
      case 'q':
        return [this.free(joint, of('position_lower', -Infinity), -Infinity), this.free(joint, of('position_upper', Infinity), Infinity)];
      case 'v':
        return [-of('velocity', Infinity), of('velocity', Infinity)];
      case 'a':
        return [-of('acceleration', Infinity), of('acceleration', Infinity)];
      case 'tau':
        return [of('torque_lower', -Infinity), of('torque_upper', Infinity)];
      case 'power':
        return [-of('power', Infinity), of('power', Infinity)];
    }
  }

  /// Distances of the solids that keep clear of each other, along the samples.
  readonly distances = lazy(() => this.measure());

  private measure(): { name: string; y: Float64Array }[] {
    const { arm, obstacles, self_pairs } = this.motion.document.given.clearance;
    const kinematics = kinematicsOf(this.robot);
    const pairs: [number, number, boolean][] = [];
    arm.forEach((_, i) => obstacles.forEach((_, k) => pairs.push([i, k, false])));
    for (const [i, k] of self_pairs) pairs.push([i, k, true]);
    const out = pairs.map(([i, k, self]) => ({
      name: `${arm[i].name} to ${self ? arm[k].name : obstacles[k].name}`,
      y: new Float64Array(this.t.length),
    }));
    if (out.length === 0) return out;
    for (let s = 0; s < this.t.length; ++s) {
      kinematics.update(this.q(this.t[s]));
      const placed = arm.map((body) =>
        moved(kinematics.frame(kinematics.frameIndex(body.frame)), body.solid),
      );
      pairs.forEach(([i, k, self], p) => {
        out[p].y[s] = distance(placed[i], self ? placed[k] : obstacles[k].solid);
      });
    }
    return out;
  }

  /// Active limits, and when.
  readonly active = lazy(() => this.findActive());

  private findActive(): ActiveLimit[] {
    const out: ActiveLimit[] = [];
    const words = { q: 'position', v: 'velocity', a: 'acceleration', tau: 'torque', power: 'power' };
    const { joints } = this.motion.document;
    for (const quantity of quantities) {
      if (!this.has(quantity)) continue;
      for (let j = 0; j < this.dofs; ++j) {
        const [lower, upper] = this.limits(quantity, j);
        const scale = Math.max(isFinite(lower) ? Math.abs(lower) : 0, isFinite(upper) ? Math.abs(upper) : 0);
        if (scale === 0 || lower === upper || !this.isTold(quantity, j)) continue;
        const room = touching * scale;
        const spans = this.spans(this.curve(quantity, j), (y) => y < lower + room || y > upper - room);
        if (spans.length) out.push({ name: `${words[quantity]} of ${joints[j]}`, joint: j, quantity, spans });
      }
    }
    const margin = this.motion.document.given.clearance.margin;
    for (const pair of this.distances()) {
      const spans = this.spans(pair.y, (y) => y < margin + Math.max(1e-3, touching * margin));
      if (spans.length) out.push({ name: `clearance of ${pair.name}`, joint: -1, quantity: 'distance', spans });
    }
    return out;
  }

  private spans(y: Float64Array, inside: (y: number) => boolean): Span[] {
    const out: Span[] = [];
    let open = -1;
    for (let i = 0; i <= y.length; ++i) {
      const is = i < y.length && inside(y[i]);
      if (is && open < 0) open = i;
      if (!is && open >= 0) {
        out.push({ from: this.t[open], to: this.t[i - 1] });
        open = -1;
      }
    }
    return out;
  }

  /// The frame whose way is drawn: that of a pose which was asked for, else the outermost.
  readonly tip = lazy(() => {
    const { start, goal, waypoints } = this.motion.document.given;
    const asked = [goal.pose, ...waypoints.map((w) => w.condition.pose), start.pose].find((p) => p);
    const kinematics = kinematicsOf(this.robot);
    return asked ? kinematics.frameIndex(asked.frame) : outermost(this.robot);
  });

  /// Speed of a frame's origin along the samples, and where it is.
  trace(frame: number): { points: number[][]; speed: number[] } {
    const kinematics = kinematicsOf(this.robot);
    const n = Math.min(this.t.length, 301);
    const points = Array.from({ length: n }, (_, i) => {
      kinematics.update(this.q((this.duration * i) / Math.max(1, n - 1)));
      return apply(kinematics.frame(frame), [0, 0, 0]);
    });
    const step = this.duration / Math.max(1, n - 1);
    const speed = points.map((_, i) => {
      const a = points[Math.max(0, i - 1)], b = points[Math.min(n - 1, i + 1)];
      const gap = (Math.min(n - 1, i + 1) - Math.max(0, i - 1)) * step;
      return gap > 0 ? Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / gap : 0;
    });
    return { points, speed };
  }
}

function deBoor(degree: number, knots: number[], points: number[], span: number, x: number): number {
  const d = points.slice(span - degree, span + 1);
  for (let r = 1; r <= degree; ++r) {
    for (let j = degree; j >= r; --j) {
      const low = knots[span - degree + j], high = knots[span + 1 + j - r];
      const share = high > low ? (x - low) / (high - low) : 0;
      d[j] = (1 - share) * d[j - 1] + share * d[j];
    }
  }
  return d[degree];
}

/// The frame that most joints carry; a frame of its own rather than its link.
export function outermost(robot: RobotData): number {
  const depth: number[] = [];
  robot.joints.forEach((j, i) => (depth[i] = j.parent < 0 ? 1 : depth[j.parent] + 1));
  const links = new Set(robot.links.map((l) => l.frame));
  let best = 0, most = -1;
  robot.frames.forEach((frame, i) => {
    const score = (frame.joint < 0 ? 0 : depth[frame.joint]) + (links.has(i) ? 0 : 0.5);
    if (score > most) [best, most] = [i, score];
  });
  return best;
}

export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
