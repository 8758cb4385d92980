// The document inside the page, `alembert: report/1` (docs/report.md): its types and how its packed
// numbers are read.

export type Packed = { f32: string } | { f64: string };
export type Pose = number[]; // three columns of the rotation, then the place
export type Vec = number[];

export interface Inertia {
  mass: number;
  com: Vec;
  about_com: Vec[];
}

export interface Visual {
  shape: 'box' | 'cylinder' | 'capsule' | 'sphere' | 'mesh';
  size: Vec;
  pose: Pose;
  mesh?: number;
  rgba?: number[];
}

export interface JointData {
  name: string;
  parent: number;
  motion: 'revolute' | 'prismatic' | 'helical';
  beta: [number, number]; // sine, cosine
  alpha: [number, number];
  p: Vec;
  theta0: number;
  pitch: number;
  coordinate: number;
  ratio: number;
  offset: number;
}

export interface CoordinateData {
  name: string;
  angular: boolean;
  wraps: boolean;
  lower: number | null;
  upper: number | null;
  velocity: number | null;
  torque: number | null;
}

export interface LinkData {
  name: string;
  joint: string;
  parent: number;
  frame: number;
  origin: Pose;
  inertia?: Inertia;
  payload?: Inertia;
  visuals: Visual[];
}

/// Modes k and l, row and column, value: of what is summed with amplitudes.
export type ModeEntry = [number, number, number, number, number];

export interface FlexibleBody {
  name: string;
  parent: number;
  attachment: number;
  p: Vec;
  a: [number, number]; // sine, cosine
  alpha: [number, number];
  offset: [number, number];
  d: [number, number];
  e: [number, number];
  turns: boolean;
  pitch: number;
  coordinate: number;
  first_mode: number;
  length: number;
  attachments: { x: number; M: ModeEntry[]; N: ModeEntry[] }[];
  shapes: { kind: 'bending_y' | 'bending_z' | 'torsion' | 'axial'; name: string; values: number[]; slopes: number[] }[];
}

/// An arm that bends: joints first, then amplitudes.
export interface FlexibleArm {
  coordinates: string[];
  joints: number;
  bodies: FlexibleBody[];
  places: { name: string; body: number; attachment: number; pose: Pose }[];
}

export interface RobotData {
  name: string;
  file: string;
  base: Pose;
  gravity: Vec;
  coordinates: CoordinateData[];
  joints: JointData[];
  frames: { name: string; joint: number; pose: Pose; link: number }[];
  links: LinkData[];
  meshes: { name: string; points?: Packed; corners?: Packed; problem?: string }[];
  flexible?: FlexibleArm;
  ground_coordinates?: number; // the first of them, which place it on the ground
  pushed_from?: number[]; // six from each of these on place a body in a hand
}

/// Does a coordinate only place the robot on the ground, or a body in its hand? No motor moves it.
export function isPlacing(robot: RobotData, coordinate: number): boolean {
  const { ground_coordinates: placing = 0, pushed_from: pushed = [] } = robot;
  return coordinate < placing || pushed.some((first) => first <= coordinate && coordinate < first + 6);
}

/// Contacts of a motion: footprints in the world, forces and centres of pressure along the samples.
export interface GroundData {
  weight: number;
  contacts: {
    name: string;
    soles: Vec[][];
    patches: { corners: Vec[]; from: number; to: number }[]; // what carries, and when: fractions of the segments
    force: Packed; // three numbers a sample; not numbers where it does not touch
    pressure: Packed; // the same, where nothing presses
    pushed?: boolean; // a body in a hand: not the world's
  }[];
  zero_moment_point: Packed;
}

export interface Solid {
  corner: Vec;
  edges: Vec[];
  radius: number;
  points?: Vec[]; // a hull of these, instead of corner and edges; without facets a cloud
  facets?: number[]; // three of them each
  disc?: number; // a cylinder so wide about the one edge
}
export interface Obstacle {
  name: string;
  solid: Solid;
}
export interface During {
  from: number;
  to: number;
}
export interface Target {
  frame: string;
  position: Vec | null;
  orientation: Vec[] | null;
}

/// One entry of a search's diary.
export interface Attempt {
  kind: string;
  end: string;
  kept: boolean;
  posture?: number;
  segments: number;
  iterations: number;
  seconds: number;
  objective: number | null;
}

export interface MotionDocument {
  name: string;
  status: string;
  message: string;
  problem: string;
  robot: { name: string; file: string; hash: string };
  joints: string[];
  joint_kinds: string[];
  duration: number;
  objective: number;
  objective_terms: Record<string, number>;
  largest_violation: number;
  solver: { seconds: number; iterations: number; rounds: number; start: number; starts?: { solved: boolean; objective: number }[]; attempts?: Attempt[] };
  certificate: { method: string; samples?: number; proof?: { pieces: number; seconds: number } };
  limits: Record<string, (number | null)[]>;
  spline: { degree: number; knots: number[]; control_points: Record<string, number[]> };
  waypoints: { name: string; time: number }[];
  history: { round: number; iteration: number; objective: number; violation: number }[];
  verification: Record<string, unknown>[] | null;
  given: {
    unseen_links?: string[]; // whose shapes are missing, so that nothing is known of their clearances
    start: { pose: Target | null };
    goal: { pose: Target | null };
    waypoints: { name: string; at: number; condition: { pose: Target | null } }[];
    loads: { frame: string; force: Vec; moment: Vec; point: Vec; axes: string; during: During }[];
    carried: { name: string; frame: string; inertia: Inertia; during: During }[];
    positions: { name: string; frame: string }[];
    axes: { name: string; frame: string }[];
    clearance: {
      arm: { name: string; frame: string; solid: Solid }[];
      obstacles: Obstacle[];
      self_pairs: [number, number][];
      margin: number;
    };
    cut_joints: { name: string; frame_a: string; frame_b: string; directions: Vec[] }[];
    minimize: Record<string, unknown>;
    gravity: Vec;
    held?: { coordinate: number; value: number; during: During }[];
    [key: string]: unknown;
  };
}

export interface Margin {
  name: string;
  of: string;
  unit: string;
  time: number | null;
  value: number | null;
  bound: number | null;
  room: number | null;
  verdict: string;
  sentence?: string;
}

export interface Words {
  headline: string;
  message: string;
  margins: Margin[];
  active: Margin[];
  violations: Margin[];
  verification: string;
  comes_back: boolean | null;
  cause?: string;
}

export interface ColumnData {
  count: number;
  t: Packed;
  q: Packed;
  v?: Packed;
  a?: Packed;
  tau?: Packed;
  force?: Packed;
}

export interface RunData {
  columns: ColumnData;
  survives: boolean;
  threshold: number;
  largest_error: number | null;
  worst_joint: string;
  worst_time: number;
  controller: string;
  text: string;
  joints: Record<string, number | string | null>[];
}

export interface MotionData {
  label: string;
  robot: number;
  document: MotionDocument;
  columns: ColumnData;
  words: Words;
  ground?: GroundData;
  run?: RunData;
}

export interface Finding {
  severity: string;
  file: string;
  line: number;
  reason: string;
  fix: string;
  link: string;
}

export interface StudyData {
  robot: string;
  joints: number;
  states: number;
  disagreement: number | null;
  kernel: { fastest: number; median: number };
  refusals: string[];
  results: {
    name: string;
    grows: string;
    error: number | null;
    mul: number;
    add: number;
    fastest: number;
    median: number;
  }[];
  lengths: number[];
  growth: { name: string; title: string; grows: string; operations: number[]; ns?: number[] }[];
  counts: {
    joints: number;
    methods: {
      name: string;
      note: string;
      paper?: { mul: number; add: number };
      published?: { mul: number; add: number };
      executed?: { mul: number; add: number };
      refused?: string;
    }[];
  };
}

export interface BendingData {
  columns: { count: number; t: Packed; z: Packed; v: Packed; tau: Packed; tips: Packed; energy: Packed };
  tips: { link: string; length: number; largest: number; at: number; residual: number; valid: boolean }[];
  moved_until: number;
  end: number;
  steps: number;
  diverged: boolean;
  energy_error: number | null;
  largest_energy: number | null;
  largest_error: number | null;
}

/// Problems of a sweep; charts are SVG in base64.
export interface SweepData {
  name: string;
  problems: number;
  done: number;
  good: number;
  proven: number;
  parameters: string[];
  charts: { id: string; title: string; svg: string }[];
  failures: { cause: string; count: number; key: string; message: string }[];
  map?: { axes: string[]; of: string; every: number; pose: number[]; places: Packed; values: Packed; good: Packed };
}

export interface Report {
  alembert: string;
  page: 'motion' | 'robot' | 'study' | 'bending' | 'sweep';
  title: string;
  program: string;
  command: string;
  robots?: RobotData[];
  motions?: MotionData[];
  findings?: Finding[];
  obstacles?: Obstacle[]; // around a robot
  study?: StudyData;
  bending?: BendingData;
  sweep?: SweepData;
}

/// A document that cannot be shown: what is wrong with it, and what to do.
export class Unreadable extends Error {
  constructor(
    reason: string,
    readonly fix: string,
  ) {
    super(reason);
  }
}

const newest = 1;

/// Refuses what is damaged, foreign or newer than this page.
export function readDocument(text: string): Report {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (e) {
    throw new Unreadable(
      `the document in this page is damaged: ${(e as Error).message}`,
      'make the report again with the command that made it',
    );
  }
  if (json === 'ALEMBERT_' + 'DOCUMENT') {
    throw new Unreadable(
      'this is the empty page: no document was put into it',
      'alembert predict PROBLEM.yaml, or alembert view FILE, writes a page with one',
    );
  }
  const report = json as Partial<Report> | null;
  const said = typeof report === 'object' && report ? report.alembert : undefined;
  if (typeof said !== 'string' || !said.startsWith('report/')) {
    throw new Unreadable(
      `the document in this page is not a report${typeof said === 'string' ? `, but "${said}"` : ''}`,
      'alembert view FILE makes a page of a motion.json or a robot',
    );
  }
  if (Number(said.slice(7)) !== newest) {
    throw new Unreadable(
      `the document is of the format "${said}", and this page knows report/${newest}`,
      'use the page that came with it, or make the report again with one alembert',
    );
  }
  requireParts(report as Report);
  return report as Report;
}

function requireParts(report: Report): void {
  const missing = (part: string): never => {
    throw new Unreadable(
      `the document is damaged: it has no '${part}'`,
      'make the report again with the command that made it',
    );
  };
  if (report.page === 'study') {
    if (!report.study) missing('study');
    return;
  }
  if (report.page === 'sweep') {
    if (!report.sweep) missing('sweep');
    return;
  }
  if (!['motion', 'robot', 'bending'].includes(report.page)) missing('page');
  if (!Array.isArray(report.robots) || report.robots.length === 0) missing('robots');
  for (const robot of report.robots!) {
    for (const part of ['joints', 'frames', 'links', 'coordinates', 'base'] as const) {
      if (!Array.isArray(robot[part])) missing(`robots.${part}`);
    }
  }
  if (report.page === 'robot') return;
  if (report.page === 'bending') {
    if (!report.bending?.columns) missing('bending');
    if (!report.robots![0].flexible) missing('robots.flexible');
    return;
  }
  if (!Array.isArray(report.motions) || report.motions.length === 0) missing('motions');
  for (const motion of report.motions!) {
    for (const part of ['document', 'columns', 'words'] as const) {
      if (!motion[part]) missing(`motions.${part}`);
    }
    if (!report.robots![motion.robot]) missing('robots.' + motion.robot);
  }
}

/// Base64 of little-endian numbers.
export function unpack(packed: Packed | undefined): Float64Array {
  if (!packed) return new Float64Array(0);
  const single = 'f32' in packed;
  const bytes = atob(single ? packed.f32 : packed.f64);
  const view = new DataView(new ArrayBuffer(bytes.length));
  for (let i = 0; i < bytes.length; ++i) view.setUint8(i, bytes.charCodeAt(i));
  const size = single ? 4 : 8;
  const out = new Float64Array(bytes.length / size);
  for (let i = 0; i < out.length; ++i) {
    out[i] = single ? view.getFloat32(4 * i, true) : view.getFloat64(8 * i, true);
  }
  return out;
}
