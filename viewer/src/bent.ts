// An arm that bends: where its frames are, and how the skin of its links follows. The same formulas
// as the library's (FlexibleModel): frames agree with it at exaggeration 1.
import type { FlexibleArm, FlexibleBody, ModeEntry, Pose, RobotData, Vec } from './document';
import { Kinematics, compose } from './kinematics';

const identity: Pose = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
const aboutZ = ([s, c]: [number, number]): Pose => [c, s, 0, -s, c, 0, 0, 0, 1, 0, 0, 0];
const aboutX = ([s, c]: [number, number]): Pose => [1, 0, 0, 0, c, s, 0, -s, c, 0, 0, 0];
const shift = (p: Vec): Pose => [1, 0, 0, 0, 1, 0, 0, 0, 1, p[0], p[1], p[2]];

/// A link's centre line at places along it, one as far from the next as the other.
interface Line {
  along: number[]; // displacement along x
  y: number[];
  z: number[];
  slopeY: number[];
  slopeZ: number[];
  twist: number[];
}

function lineOf(body: FlexibleBody, d: number[]): Line {
  const n = body.shapes[0].values.length, step = body.length / (n - 1);
  const none = (): number[] => new Array<number>(n).fill(0);
  const line: Line = { along: none(), y: none(), z: none(), slopeY: none(), slopeZ: none(), twist: none() };
  const add = (to: number[], from: number[], share: number): void => from.forEach((x, i) => (to[i] += share * x));
  body.shapes.forEach(({ kind, values, slopes }, k) => {
    if (kind === 'torsion') add(line.twist, values, d[k]);
    else if (kind === 'axial') add(line.along, values, d[k]);
    else {
      add(kind === 'bending_y' ? line.y : line.z, values, d[k]);
      add(kind === 'bending_y' ? line.slopeY : line.slopeZ, slopes, d[k]);
    }
  });
  // A line that is as long as before ends nearer.
  let short = 0;
  const square = (i: number): number => line.slopeY[i] ** 2 + line.slopeZ[i] ** 2;
  for (let i = 1; i < n; ++i) {
    short += (step * (square(i - 1) + square(i))) / 4;
    line.along[i] -= short;
  }
  return line;
}

/// Where the corners of a link's skin go, in the link's frame.
export interface Skin {
  move(point: Vec, normal: Vec): void;
}

export class BentKinematics extends Kinematics {
  exaggeration = 1;
  private readonly arm: FlexibleArm;
  private readonly bodies: Pose[] = [];
  private readonly at: Pose[][] = []; // of each body: its attachments in it
  private readonly lines: (Line | undefined)[] = [];
  private readonly places = new Map<string, number>();
  private readonly order: number[]; // of each coordinate of the arm, where its value is

  constructor(robot: RobotData) {
    super(robot);
    this.arm = robot.flexible!;
    this.arm.places.forEach((place, i) => this.places.set(place.name, i));
    const named = this.arm.coordinates.map((name) => robot.coordinates.findIndex((c) => c.name === name));
    this.order = named.includes(-1) ? named.map((_, i) => i) : named;
  }

  override update(values: ArrayLike<number>): void {
    super.update(values);
    const z = this.order.map((from, k) => (values[from] ?? 0) * (k < this.arm.joints ? 1 : this.exaggeration));
    this.arm.bodies.forEach((body, b) => {
      const parent = body.parent < 0 ? this.robot.base : this.bodies[body.parent];
      const seat = body.attachment < 0 ? parent : compose(parent, this.at[body.parent][body.attachment]);
      const q = body.coordinate < 0 ? 0 : z[body.coordinate];
      const [s, c] = body.offset, turn = body.turns ? q : 0;
      const joint: [number, number] = [s * Math.cos(turn) + c * Math.sin(turn), c * Math.cos(turn) - s * Math.sin(turn)];
      this.bodies[b] = [shift(body.p), aboutZ(body.a), aboutX(body.alpha), aboutZ(joint), shift([0, 0, body.pitch * q]), aboutX(body.d), aboutZ(body.e)].reduce(compose, seat);
      const d = body.shapes.map((_, k) => z[body.first_mode + k]);
      this.at[b] = body.attachments.map(({ x, M, N }) => moved(x, d, M, N));
      this.lines[b] = body.shapes.length ? lineOf(body, d) : undefined;
    });
  }

  override frame(i: number): Pose {
    const index = this.places.get(this.robot.frames[i].name);
    if (index === undefined || this.bodies.length === 0) return super.frame(i);
    const { body, attachment, pose } = this.arm.places[index];
    const own = body < 0 ? this.robot.base : this.bodies[body];
    return compose(attachment < 0 ? own : compose(own, this.at[body][attachment]), pose);
  }

  /// None where a link does not bend.
  skin(link: string): Skin | undefined {
    const b = this.arm.bodies.findIndex((body) => body.name === link), line = this.lines[b];
    if (!line) return undefined;
    const { length } = this.arm.bodies[b], last = line.y.length - 1;
    return {
      move(point, normal) {
        const [x, y, z] = point, [nx, ny, nz] = normal;
        const place = (Math.min(Math.max(x / length, 0), 1) * last), i = Math.min(Math.floor(place), last - 1), f = place - i;
        const of = (list: number[]): number => list[i] * (1 - f) + list[i + 1] * f;
        const sy = of(line.slopeY), sz = of(line.slopeZ), twist = of(line.twist);
        const over = x - Math.min(Math.max(x, 0), length); // beyond its ends it goes on straight
        const even = 1 / Math.hypot(1, sy, sz);
        point[0] = x + of(line.along) - even * (sy * y + sz * z);
        point[1] = of(line.y) + sy * over + y - twist * z;
        point[2] = of(line.z) + sz * over + z + twist * y;
        normal[0] = nx - sy * ny - sz * nz;
        normal[1] = ny + sy * nx - twist * nz;
        normal[2] = nz + sz * nx + twist * ny;
      },
    };
  }
}

/// H + sum d M + 1/2 sum d d N of an attachment at x.
function moved(x: number, d: number[], M: ModeEntry[], N: ModeEntry[]): Pose {
  const out = [...identity];
  const index = (row: number, column: number): number => (column === 0 ? 9 : 3 * (column - 1)) + row;
  out[9] = x;
  for (const [k, , row, column, value] of M) out[index(row, column)] += d[k] * value;
  for (const [k, l, row, column, value] of N) out[index(row, column)] += 0.5 * d[k] * d[l] * value;
  return out;
}

export function kinematicsOf(robot: RobotData): Kinematics {
  return robot.flexible ? new BentKinematics(robot) : new Kinematics(robot);
}
