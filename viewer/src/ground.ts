// A robot on the ground: its footprints, what the ground exerts through them, and where it presses.
import * as THREE from 'three';
import { type GroundData, type Vec, unpack } from './document';
import { add, norm, scaled, sub } from './kinematics';
import type { Curve } from './plots';
import { Arrow } from './props';
import { jointColour, onTheme } from './theme';
import type { Track } from './track';

interface Contact {
  name: string;
  soles: Vec[][];
  patches: GroundData['contacts'][number]['patches'];
  force: Float64Array;
  pressure: Float64Array;
  pushed?: boolean;
}

const v3 = (v: Vec): THREE.Vector3 => new THREE.Vector3(v[0], v[1], v[2]);
const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const axes = ['x', 'y', 'z'];

/// Three numbers of a sample; null where there are none.
function point(all: Float64Array, sample: number): Vec | null {
  const at = Array.from(all.slice(3 * sample, 3 * sample + 3));
  return at.length === 3 && at.every(isFinite) ? at : null;
}

/// A flat polygon a little above the ground; corners in any order.
function polygon(corners: Vec[], lift: number): THREE.BufferGeometry {
  const middle = scaled(corners.reduce(add, [0, 0, 0]), 1 / corners.length);
  const first = sub(corners[0], middle);
  const side = corners.map((c) => cross(first, sub(c, middle))).sort((a, b) => norm(b) - norm(a))[0];
  let normal = scaled(side, 1 / Math.max(norm(side), 1e-12));
  if (normal[2] < 0) normal = scaled(normal, -1);
  const other = cross(normal, first);
  const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const angle = (c: Vec): number => Math.atan2(dot(sub(c, middle), other), dot(sub(c, middle), first));
  const round = [...corners].sort((a, b) => angle(a) - angle(b)).map((c) => add(c, scaled(normal, lift)));
  const geometry = new THREE.BufferGeometry().setFromPoints(round.map(v3));
  geometry.setIndex(round.slice(2).flatMap((_, k) => [0, k + 1, k + 2]));
  geometry.computeVertexNormals();
  return geometry;
}

/// What a track says of the ground.
export class Ground {
  readonly contacts: Contact[];
  private readonly zeroMoment: Float64Array;

  constructor(private readonly track: Track, private readonly data: GroundData) {
    this.contacts = data.contacts.map((c) => ({ ...c, force: unpack(c.force), pressure: unpack(c.pressure) }));
    this.zeroMoment = unpack(data.zero_moment_point);
  }

  get weight(): number {
    return this.data.weight;
  }

  /// Between samples the nearest: contacts come and go.
  private sample(t: number): number {
    const n = this.track.t.length;
    return Math.max(0, Math.min(n - 1, Math.round((t / Math.max(this.track.duration, 1e-12)) * (n - 1))));
  }
  force(contact: Contact, t: number): Vec | null {
    return point(contact.force, this.sample(t));
  }
  pressure(contact: Contact, t: number): Vec | null {
    return point(contact.pressure, this.sample(t));
  }
  zeroMomentPoint(t: number): Vec | null {
    return point(this.zeroMoment, this.sample(t));
  }

  /// Those that touch for a while: a sole that comes down at the end has only a footprint.
  private pressing(): Contact[] {
    return this.contacts.filter((c) => c.force.some(isFinite));
  }

  /// Does the world push in several places? What hands push is none of them.
  areSeveral(): boolean {
    return this.pressing().filter((c) => !c.pushed).length > 1;
  }

  /// The lowest point that is touched.
  floor(): number {
    const heights = this.contacts.flatMap((c) => c.soles.flat()).map((p) => p[2]);
    return heights.length ? Math.min(...heights) : 0;
  }

  /// Of every contact and of all, along an axis of the world.
  reaction(axis: number, track: number): Curve[] {
    const { t } = this.track, pressing = this.pressing();
    const ys = pressing.map((c) => t.map((_, i) => (isFinite(c.force[3 * i + axis]) ? c.force[3 * i + axis] : 0)));
    const curves = pressing.map((c, k): Curve => ({ name: c.name, joint: -1 - k, track, x: t, y: ys[k] }));
    const world = ys.filter((_, k) => !pressing[k].pushed);
    if (world.length > 1) curves.push({ name: 'all', joint: -1 - ys.length, track, x: t, y: t.map((_, i) => world.reduce((sum, y) => sum + y[i], 0)) });
    return curves;
  }

  /// Centres of pressure along an axis: a curve for each stretch of time in which something presses.
  pressures(axis: number, track: number): Curve[] {
    const stretches = (name: string, joint: number, all: Float64Array): Curve[] => {
      const out: { x: number[]; y: number[] }[] = [];
      let open = false;
      this.track.t.forEach((t, i) => {
        const y = all[3 * i + axis];
        if (isFinite(y) && !open) out.push({ x: [], y: [] });
        open = isFinite(y);
        if (!open) return;
        out[out.length - 1].x.push(t);
        out[out.length - 1].y.push(y);
      });
      return out.map(({ x, y }) => ({ name, joint, track, x: Float64Array.from(x), y: Float64Array.from(y) }));
    };
    const pressing = this.pressing();
    const curves = pressing.flatMap((c, k) => stretches(c.name, -1 - k, c.pressure));
    return this.areSeveral() ? [...curves, ...stretches('zero-moment point', -1 - pressing.length, this.zeroMoment)] : curves;
  }

  /// Of a person: what the lowest joint of the spine bears, which ergonomists look at first.
  private back(track: number): Curve[] {
    const { joints } = this.track.motion.document;
    return joints.flatMap((name, j): Curve[] => (name.startsWith('l5s1_') ? [{ name: name.slice(5), joint: j, track, x: this.track.t, y: this.track.curve('tau', j) }] : []));
  }

  /// Reactions and centres of pressure that say something: what stays at nothing is not plotted.
  plots(track: number): { id: string; title: string; unit: string; curves: Curve[]; level?: { value: number; name: string } }[] {
    const size = (curves: Curve[]): number => Math.max(0, ...curves.map((c) => c.y.reduce((most, y) => Math.max(most, Math.abs(y)), 0)));
    const range = (curves: Curve[]): number => {
      const ys = curves.flatMap((c) => Array.from(c.y));
      return ys.length ? ys.reduce((a, b) => Math.max(a, b)) - ys.reduce((a, b) => Math.min(a, b)) : 0;
    };
    const out = [2, 0, 1].map((axis) => ({
      id: `reaction-${axes[axis]}`, title: axis === 2 ? 'Ground reaction, upward' : `Ground reaction along ${axes[axis]}`, unit: 'N',
      curves: this.reaction(axis, track), level: axis === 2 ? { value: this.weight, name: 'weight' } : undefined,
    })).filter((plot) => size(plot.curves) > 1e-3 * this.weight);
    const centres = [0, 1, 2].map((axis) => ({
      id: `pressure-${axes[axis]}`, title: `Centre of pressure, ${axes[axis]}`, unit: 'm', curves: this.pressures(axis, track), level: undefined,
    })).filter((plot) => range(plot.curves) > 1e-6);
    const back = { id: 'back', title: 'Moment of the back (L5/S1)', unit: 'N m', curves: this.track.has('tau') ? this.back(track) : [], level: undefined };
    return [...out, ...centres, ...(back.curves.length ? [back] : [])];
  }
}

/// Footprints on the stage, the part that carries lit while it does, arrows where it presses.
export class GroundProps {
  readonly footprints: THREE.Object3D[] = [];
  readonly forces: THREE.Object3D[] = [];
  private readonly lit: { mesh: THREE.Mesh; from: number; to: number; last: boolean }[] = [];
  private readonly arrows: { arrow: Arrow; dot: THREE.Mesh; contact: Contact }[] = [];
  private readonly zeroMoment: THREE.Mesh;

  constructor(private readonly ground: Ground, track: Track, private readonly reach: number) {
    const lift = 0.0012 * reach;
    ground.contacts.forEach((contact, k) => {
      const pale = new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.16, side: THREE.DoubleSide, depthWrite: false });
      const strong = new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.55, side: THREE.DoubleSide, depthWrite: false });
      const line = new THREE.LineBasicMaterial();
      onTheme(() => [pale, strong, line].forEach((material) => material.color.set(jointColour(-1 - k))));
      for (const sole of contact.soles) {
        const shape = polygon(sole, lift);
        const outline = shape.clone().setIndex(null); // a loop through the corners, not along the triangles
        this.footprints.push(new THREE.Mesh(shape, pale), new THREE.LineLoop(outline, line));
      }
      for (const patch of contact.patches) {
        const mesh = new THREE.Mesh(polygon(patch.corners, 1.5 * lift), strong);
        const from = track.fraction(patch.from), to = track.fraction(patch.to);
        this.lit.push({ mesh, from, to, last: patch.to >= 1 });
        this.footprints.push(mesh);
      }
      const trail = ground.pressures(0, 0).length ? this.trail(contact, 2 * lift) : null;
      if (trail) this.footprints.push(new THREE.Line(trail, line));
      if (!contact.force.some(isFinite)) return;
      const arrow = new Arrow(reach * 0.006, 0x2e9e4f);
      const dot = new THREE.Mesh(new THREE.SphereGeometry(reach * 0.009, 14, 10), new THREE.MeshBasicMaterial({ color: 0x2e9e4f }));
      this.arrows.push({ arrow, dot, contact });
      this.forces.push(arrow.group, dot);
    });
    this.zeroMoment = new THREE.Mesh(new THREE.TorusGeometry(reach * 0.014, reach * 0.003, 8, 24), new THREE.MeshBasicMaterial({ color: 0xc2185b }));
    this.forces.push(this.zeroMoment);
  }

  /// The way of a centre of pressure, as long as it presses without a break.
  private trail(contact: Contact, lift: number): THREE.BufferGeometry | null {
    const points: THREE.Vector3[] = [];
    for (let i = 0; 3 * i < contact.pressure.length; ++i) {
      const at = point(contact.pressure, i);
      if (at) points.push(v3(at).add(new THREE.Vector3(0, 0, lift)));
      else if (points.length > 1) break;
    }
    return points.length > 1 ? new THREE.BufferGeometry().setFromPoints(points) : null;
  }

  seek(t: number, footprints: boolean, forces: boolean): void {
    for (const { mesh, from, to, last } of this.lit) {
      const touches = t >= from && (t < to || (last && t <= to));
      mesh.visible = footprints && touches;
    }
    for (const { arrow, dot, contact } of this.arrows) {
      const force = this.ground.force(contact, t), at = this.ground.pressure(contact, t);
      arrow.aim(at ?? [0, 0, 0], force && at ? scaled(force, (0.3 * this.reach) / this.ground.weight) : [0, 0, 0]);
      if (!forces) arrow.group.visible = false;
      dot.visible = forces && at !== null;
      if (at) dot.position.copy(v3(at));
    }
    const at = this.ground.zeroMomentPoint(t);
    this.zeroMoment.visible = forces && at !== null && this.ground.areSeveral();
    if (at) this.zeroMoment.position.copy(v3(at));
  }
}
