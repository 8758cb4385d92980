// A robot's body, link by link: the shapes that its file gives, or else limbs, housings and a plinth
// drawn from its kinematics, so that it looks like an arm.
import * as THREE from 'three';
import { type Pose, type RobotData, type Vec, type Visual, unpack } from './document';
import { Kinematics, add, apply, compose, inverse, norm, place, scaled, sub } from './kinematics';

/// A piece of a link, placed in the link's frame.
export interface Piece {
  link: number;
  geometry: THREE.BufferGeometry;
  paint: 'shell' | 'housing' | 'plinth' | 'ring' | 'written';
  joint: number; // coordinate of the joint that it shows; -1 for none
  matrix: THREE.Matrix4;
  rgba?: number[];
}

/// A rod from a sliding joint's seat to what slides.
export interface Rod {
  parent: number;
  seat: Vec; // in the parent link
  child: number;
  end: Vec; // in the child link
  radius: number;
}

/// A turned profile about z: [radius, height] from the bottom up.
function turned(profile: [number, number][], around: number): THREE.BufferGeometry {
  const geometry = new THREE.LatheGeometry(
    profile.map(([r, z]) => new THREE.Vector2(Math.max(r, 1e-6), z)),
    around,
  );
  // At a pole every other triangle has no area: it is not drawn.
  const rows = profile.length, pole = (corner: number): boolean => profile[corner % rows][0] === 0;
  const corners = Array.from(geometry.index!.array), kept: number[] = [];
  for (let i = 0; i < corners.length; i += 3) {
    const triangle = corners.slice(i, i + 3);
    if (triangle.filter(pole).length < 2) kept.push(...triangle);
  }
  geometry.setIndex(kept);
  return geometry.rotateX(Math.PI / 2);
}

/// A limb from the origin along z: round shoulders, a slight waist.
function limb(r1: number, r2: number, length: number, around: number): THREE.BufferGeometry {
  const profile: [number, number][] = [];
  const fine = around > 16, cap = fine ? 4 : 2;
  for (let i = 0; i <= cap; ++i) {
    const angle = (Math.PI / 2) * (i / cap);
    profile.push([r1 * Math.sin(angle), -r1 * Math.cos(angle) * 0.9]);
  }
  const waist = Math.min(r1, r2) * 0.86;
  if (fine) profile.push([r1 * 0.98, length * 0.08], [waist * 1.06, length * 0.3]);
  profile.push([waist, length * 0.55]);
  if (fine) profile.push([r2 * 0.98, length * 0.92]);
  for (let i = cap; i >= 0; --i) {
    const angle = (Math.PI / 2) * (i / cap);
    profile.push([r2 * Math.sin(angle), length + r2 * Math.cos(angle) * 0.9]);
  }
  return turned(profile, around);
}

/// A slender rod from the origin along z, with corners enough to bend; it ends in a point.
function beam(radius: number, length: number): THREE.BufferGeometry {
  const rows = Array.from({ length: 33 }, (_, i): [number, number] => [radius, (length * i) / 32]);
  return turned([[0, 0], ...rows, [0, length]], 14);
}

/// A drum about z with broken edges.
function drum(radius: number, half: number, around: number): THREE.BufferGeometry {
  const edge = Math.min(radius, half) * 0.16;
  return turned([
    [0, -half],
    [radius - edge, -half],
    [radius, -half + edge],
    [radius, half - edge],
    [radius - edge, half],
    [0, half],
  ], around);
}

/// A band around a drum that is hardly less wide: its edges are not seen.
function band(radius: number, half: number, around: number): THREE.BufferGeometry {
  return turned([[radius, -half], [radius, half]], around);
}

/// Rotation and place into a matrix that is there.
export function setMatrix(matrix: THREE.Matrix4, pose: Pose): THREE.Matrix4 {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
  return matrix.set(a, d, g, x, b, e, h, y, c, f, i, z, 0, 0, 0, 1);
}

/// Takes z to a direction, and the origin to a point.
export function along(from: Vec, direction: Vec): THREE.Matrix4 {
  const z = new THREE.Vector3(...(direction as [number, number, number])).normalize();
  const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), z);
  return new THREE.Matrix4().compose(
    new THREE.Vector3(...(from as [number, number, number])),
    turn,
    new THREE.Vector3(1, 1, 1),
  );
}

/// What a link looks like by its kinematics alone.
interface Skeleton {
  start: Vec[]; // of each link: where its joint is, in its own frame
  seat: Vec[]; // the same on the parent's side, in the parent's frame
  ends: Vec[][]; // where its children's joints and its frames are, in its own frame
  axis: Vec[]; // of its joint, in its own frame
  joint: number[]; // index of the model's joint that carries it; -1 where it is welded
  girth: number[]; // 0 to 1
  reach: number;
  legged: boolean; // it stands on legs: nothing else holds its base
}

/// Whether two limbs or more go down from the base, about equally deep.
function standsOnLegs(robot: RobotData, kinematics: Kinematics, reach: number): boolean {
  const base = place(kinematics.link(0))[2];
  const limb = robot.links.map((_, i) => i), depth = robot.links.map(() => 0);
  robot.links.forEach((link, i) => {
    if (link.parent > 0) limb[i] = limb[link.parent];
    if (i > 0) depth[limb[i]] = Math.max(depth[limb[i]], base - place(kinematics.link(i))[2]);
  });
  const deepest = Math.max(...depth);
  return deepest > 0.2 * reach && depth.filter((d) => d > 0.9 * deepest).length > 1;
}

function skeletonOf(robot: RobotData): Skeleton {
  const kinematics = new Kinematics(robot);
  kinematics.updateJoints(robot.joints.map(() => 0));
  const n = robot.links.length;
  const s: Skeleton = { start: [], seat: [], ends: [], axis: [], joint: [], girth: [], reach: 1, legged: false };
  robot.links.forEach((link, i) => {
    const own = kinematics.link(i), back = inverse(own);
    const joint = robot.frames[link.frame].joint;
    const welded = link.parent < 0 || joint < 0 || robot.frames[robot.links[link.parent].frame].joint === joint;
    s.joint[i] = welded ? -1 : joint;
    s.seat[i] = place(link.origin);
    const world = link.parent < 0 ? place(own) : apply(kinematics.link(link.parent), s.seat[i]);
    s.start[i] = apply(back, world);
    s.axis[i] = joint < 0 ? [0, 0, 1] : compose(back, kinematics.joints[joint]).slice(6, 9);
    s.ends[i] = [];
  });
  robot.links.forEach((link, i) => {
    if (link.parent >= 0) s.ends[link.parent].push(s.seat[i]);
  });
  const own = new Set(robot.links.map((l) => l.frame));
  robot.frames.forEach((frame, k) => {
    if (own.has(k) || s.ends[frame.link].length > 1) return;
    const there = place(compose(inverse(kinematics.link(frame.link)), kinematics.frame(k)));
    s.ends[frame.link].push(there);
  });
  const far = (i: number): number => placesOnly(robot, i) ? 0 : Math.max(0, ...s.ends[i].map((e) => norm(sub(e, s.start[i]))));
  const hanging = new Array<number>(n).fill(0); // length of the longest chain from a link on
  for (let i = n - 1; i >= 0; --i) {
    hanging[i] += far(i);
    const parent = robot.links[i].parent;
    if (parent >= 0) hanging[parent] = Math.max(hanging[parent], hanging[i]);
  }
  s.reach = Math.max(hanging[0], 1e-3);
  // A last link without a frame has a tip all the same: beyond its mass, or as long as a hand.
  robot.links.forEach((link, i) => {
    if (s.ends[i].length || link.parent < 0) return;
    const com = link.inertia ? sub(link.inertia.com, s.start[i]) : [0, 0, 0];
    if (norm(com) > 0.01 * s.reach) s.ends[i].push(add(s.start[i], scaled(com, 2)));
  });
  s.legged = standsOnLegs(robot, kinematics, s.reach);
  s.girth = hanging.map((h) => 0.42 + 0.58 * Math.min(1, h / s.reach));
  return s;
}

/// A link that has neither shape nor mass, in a robot that stands and whose other links have shapes: it places the
/// robot on the ground, or is one of several joints in one place.
export function placesOnly(robot: RobotData, i: number): boolean {
  const link = robot.links[i], joint = robot.frames[link.frame].joint;
  const placing = joint < 0 || robot.joints[joint].coordinate < (robot.ground_coordinates ?? 0);
  const among = robot.links.every((other) => other.visuals.length > 0 || !other.inertia?.mass);
  return (robot.ground_coordinates ?? 0) > 0 && (placing || among) && link.visuals.length === 0 && !link.inertia?.mass;
}

export class Body {
  readonly pieces: Piece[] = [];
  readonly rods: Rod[] = [];
  readonly reach: number;
  readonly skeleton: Skeleton;
  /// Radius of the thickest limb.
  readonly radius: number;
  /// Corners of what is round: many joints are small ones, and each costs as much as a large one.
  private readonly around: number;

  constructor(readonly robot: RobotData) {
    const joints = robot.joints.length;
    this.around = joints <= 12 ? 22 : joints <= 20 ? 16 : 10;
    this.skeleton = skeletonOf(robot);
    this.reach = this.skeleton.reach;
    this.radius = 0.052 * this.reach;
    const drawable = robot.links.map((link) => link.visuals.some((v) => this.shape(v)));
    const someDrawn = drawable.includes(true);
    robot.links.forEach((link, i) => {
      if (drawable[i]) link.visuals.forEach((visual) => this.addVisual(i, visual));
      else if (!placesOnly(robot, i) && (!someDrawn || !this.isMereFrame(i))) this.addLimbs(i, someDrawn);
    });
  }

  /// A link that its file gives neither shape nor mass, and that carries nothing: a place with a name.
  private isMereFrame(i: number): boolean {
    const link = this.robot.links[i];
    return link.visuals.length === 0 && !link.inertia?.mass && this.skeleton.joint[i] < 0 && !this.robot.links.some((l) => l.parent === i);
  }

  private put(link: number, geometry: THREE.BufferGeometry, paint: Piece['paint'], matrix: THREE.Matrix4, joint = -1): void {
    this.pieces.push({ link, geometry, paint, joint, matrix });
  }

  private shape(visual: Visual): THREE.BufferGeometry | null {
    const [x, y, z] = visual.size;
    switch (visual.shape) {
      case 'box':
        return new THREE.BoxGeometry(x, y, z);
      case 'sphere':
        return new THREE.SphereGeometry(x, 28, 18);
      case 'cylinder':
        return new THREE.CylinderGeometry(x, x, y, 32).rotateX(Math.PI / 2);
      case 'capsule':
        return new THREE.CapsuleGeometry(x, y, 8, 28).rotateX(Math.PI / 2);
      case 'mesh':
        return this.mesh(visual);
    }
  }

  private mesh(visual: Visual): THREE.BufferGeometry | null {
    const mesh = this.robot.meshes[visual.mesh ?? -1];
    if (!mesh?.points || !mesh.corners) return null;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(unpack(mesh.points)), 3));
    geometry.setIndex(Array.from(unpack(mesh.corners)));
    geometry.scale(visual.size[0], visual.size[1], visual.size[2]);
    const flat = geometry.toNonIndexed(); // edges stay edges
    flat.computeVertexNormals();
    return flat;
  }

  private addVisual(link: number, visual: Visual): void {
    const geometry = this.shape(visual);
    if (!geometry) return;
    const joint = this.coordinateOf(link);
    this.pieces.push({
      link, geometry, joint,
      paint: visual.rgba ? 'written' : 'shell',
      matrix: setMatrix(new THREE.Matrix4(), visual.pose),
      rgba: visual.rgba,
    });
  }

  private coordinateOf(link: number): number {
    const joint = this.robot.frames[this.robot.links[link].frame].joint;
    return joint < 0 ? -1 : this.robot.joints[joint].coordinate;
  }

  /// `among` shapes of the file: then a base without one is no plinth.
  private addLimbs(i: number, among: boolean): void {
    const s = this.skeleton, link = this.robot.links[i];
    const r = this.radius * s.girth[i];
    const joint = this.coordinateOf(i);
    const bending = this.robot.flexible?.bodies.find((body) => body.name === link.name && body.shapes.length > 0);
    if (bending) this.put(i, beam(0.4 * r, bending.length), 'shell', along(s.start[i], [1, 0, 0]), joint);
    for (const end of bending ? [] : s.ends[i]) {
      const way = sub(end, s.start[i]), length = norm(way);
      if (length < 0.012 * this.reach) continue;
      const thin = Math.min(r, length * 0.42);
      const next = Math.min(thin, thin * 0.86);
      this.put(i, limb(thin, next, length, this.around), i === 0 ? 'plinth' : 'shell', along(s.start[i], way), joint);
    }
    if (s.joint[i] >= 0) this.addHousing(i, joint, r);
    else if (link.parent < 0 && !s.legged && !(among && link.visuals.length === 0)) this.addPlinth(i);
    if (i > 0 && s.ends[i].length === 0) {
      this.put(i, new THREE.SphereGeometry(r * 0.8, 24, 16), 'shell', along(s.start[i], [0, 0, 1]), joint);
    }
  }

  private addHousing(i: number, joint: number, r: number): void {
    const s = this.skeleton;
    const motion = this.robot.joints[s.joint[i]].motion;
    const seat = along(s.start[i], s.axis[i]);
    if (motion === 'prismatic') {
      const block = new THREE.BoxGeometry(2.1 * r, 2.1 * r, 1.7 * r);
      this.put(i, block, 'housing', seat, joint);
      this.put(i, band(1.35 * r, 0.16 * r, this.around), 'ring', seat, joint);
      this.rods.push({ parent: this.robot.links[i].parent, seat: s.seat[i], child: i, end: s.start[i], radius: r * 0.62 });
      return;
    }
    this.put(i, drum(1.18 * r, 1.3 * r, this.around), 'housing', seat, joint);
    for (const side of [-0.86, 0.86]) {
      const at = seat.clone().multiply(new THREE.Matrix4().makeTranslation(0, 0, side * r));
      this.put(i, band(1.225 * r, 0.2 * r, this.around), 'ring', at, joint);
    }
  }

  private addPlinth(i: number): void {
    const r = this.radius;
    const origin = along([0, 0, 0], [0, 0, 1]);
    const foot = turned([
      [0, -0.01 * r],
      [1.95 * r, -0.01 * r],
      [2.0 * r, 0.05 * r],
      [1.95 * r, 0.35 * r],
      [1.35 * r, 0.6 * r],
      [0, 0.6 * r],
    ], 40);
    this.put(i, foot, 'plinth', origin);
  }
}
