// Where every frame of a robot is, from the joints that the document describes:
//   X_pi(x) = Rz(beta) · Trans(p) · Rx(alpha) · Trans(0, 0, d(x)) · Rz(theta(x))
import type { Pose, RobotData, Vec } from './document';

export function compose(a: Pose, b: Pose): Pose {
  const out = new Array<number>(12);
  for (let column = 0; column < 4; ++column) {
    const x = b[3 * column], y = b[3 * column + 1], z = b[3 * column + 2];
    for (let row = 0; row < 3; ++row) {
      out[3 * column + row] =
        a[row] * x + a[3 + row] * y + a[6 + row] * z + (column === 3 ? a[9 + row] : 0);
    }
  }
  return out;
}

export function apply(a: Pose, v: Vec): Vec {
  return [0, 1, 2].map((row) => a[row] * v[0] + a[3 + row] * v[1] + a[6 + row] * v[2] + a[9 + row]);
}

export function rotate(a: Pose, v: Vec): Vec {
  return [0, 1, 2].map((row) => a[row] * v[0] + a[3 + row] * v[1] + a[6 + row] * v[2]);
}

export function inverse(a: Pose): Pose {
  const r = [a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]];
  const place = [0, 1, 2].map((row) => -(r[row] * a[9] + r[3 + row] * a[10] + r[6 + row] * a[11]));
  return [...r, ...place];
}

export function place(a: Pose): Vec {
  return [a[9], a[10], a[11]];
}

export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scaled = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
export const norm = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export class Kinematics {
  readonly joints: Pose[] = []; // canonical frames in the world
  private readonly index = new Map<string, number>();

  constructor(readonly robot: RobotData) {
    robot.frames.forEach((frame, i) => {
      if (!this.index.has(frame.name)) this.index.set(frame.name, i);
    });
  }

  /// For the values of coordinates.
  update(q: ArrayLike<number>): void {
    this.updateJoints(this.robot.joints.map((j) => j.ratio * q[j.coordinate] + j.offset));
  }

  /// For the joints' own values.
  updateJoints(x: number[]): void {
    this.robot.joints.forEach((joint, i) => {
      const [sb, cb] = joint.beta, [sa, ca] = joint.alpha;
      const slides = joint.motion === 'prismatic';
      const theta = joint.theta0 + (slides ? 0 : x[i]);
      const d = slides ? x[i] : joint.motion === 'helical' ? joint.pitch * x[i] : 0;
      const s = Math.sin(theta), c = Math.cos(theta);
      const [px, py, pz] = joint.p;
      // Columns of Rz(beta) Rx(alpha).
      const X = [cb, sb, 0], Y = [-sb * ca, cb * ca, sa], Z = [sb * sa, -cb * sa, ca];
      const local = [
        ...[0, 1, 2].map((k) => X[k] * c + Y[k] * s),
        ...[0, 1, 2].map((k) => -X[k] * s + Y[k] * c),
        ...Z,
        cb * px - sb * py + Z[0] * d,
        sb * px + cb * py + Z[1] * d,
        pz + Z[2] * d,
      ];
      this.joints[i] = compose(joint.parent < 0 ? this.robot.base : this.joints[joint.parent], local);
    });
  }

  frameIndex(name: string): number {
    return this.index.get(name) ?? -1;
  }

  frame(i: number): Pose {
    const frame = this.robot.frames[i];
    return compose(frame.joint < 0 ? this.robot.base : this.joints[frame.joint], frame.pose);
  }

  link(i: number): Pose {
    return this.frame(this.robot.links[i].frame);
  }
}
