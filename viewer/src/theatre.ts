// The 3-D view: a stage with bodies, what is around them, and the switches for what is shown.
import * as THREE from 'three';
import type { Inertia, Obstacle, RobotData, Solid, Vec } from './document';
import { Body, placesOnly, setMatrix } from './body';
import { corners } from './distance';
import { el } from './dom';
import { Figure } from './figure';
import { kinematicsOf } from './bent';
import { GroundProps } from './ground';
import { apply, norm, place, rotate, sub } from './kinematics';
import { Arrow, Labels, bodyBox, ellipsoid, solidMesh, triad, traceMesh } from './props';
import { Stage, type View } from './stage';
import { onTheme, theme } from './theme';
import type { Track } from './track';

interface Actor {
  figure: Figure;
  track?: Track;
  carried: { group: THREE.Group; frame: number; from: number; to: number; at: [THREE.Matrix4, THREE.Matrix4] }[];
  loads: { arrow: Arrow; act: (t: number) => [Vec, Vec] | null }[];
  ground?: GroundProps;
}

export type Layer = 'trace' | 'ghosts' | 'frames' | 'clearance' | 'obstacles' | 'masses' | 'inertias' | 'forces' | 'footprints' | 'stiff';

const tints = ['#7fb2e5', '#e5b36a', '#8fd3b6', '#d9a3c7'];

export class Theatre {
  readonly element: HTMLElement;
  readonly stage: Stage;
  readonly actors: Actor[] = [];
  readonly layers = new Map<Layer, THREE.Object3D[]>();
  private readonly shown = new Set<Layer>();
  private readonly labels: Labels;
  private readonly standing: Solid[] = [];
  private now = -1; // the instant that is shown
  onPick: (joint: number) => void = () => {};

  constructor(still: boolean) {
    const canvas = el('canvas', { tabindex: 0, role: 'img', 'aria-label': 'The robot in three dimensions. Drag to turn, scroll to zoom.' });
    const layer = el('div', { class: 'labels', 'aria-hidden': 'true' });
    this.element = el('div', { class: 'theatre' }, canvas, layer);
    this.stage = new Stage(canvas, still);
    this.labels = new Labels(layer, this.stage.camera);
    this.stage.beforeDraw.push(() => this.labels.update());
    this.listenForPicks(canvas);
  }

  private listenForPicks(canvas: HTMLCanvasElement): void {
    let down: [number, number] = [0, 0];
    canvas.addEventListener('pointerdown', (e) => (down = [e.clientX, e.clientY]));
    canvas.addEventListener('click', (e) => {
      if (Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
      const box = canvas.getBoundingClientRect();
      const at = new THREE.Vector2(((e.clientX - box.left) / box.width) * 2 - 1, 1 - ((e.clientY - box.top) / box.height) * 2);
      const ray = new THREE.Raycaster();
      ray.setFromCamera(at, this.stage.camera);
      const joint = this.actors.map((a) => a.figure.jointAt(ray)).find((j) => j >= 0);
      if (joint !== undefined) this.onPick(joint);
    });
  }

  private keep(layer: Layer, ...objects: THREE.Object3D[]): void {
    this.layers.set(layer, [...(this.layers.get(layer) ?? []), ...objects]);
    for (const object of objects) object.visible = this.shown.has(layer);
  }

  show(layer: Layer, on: boolean): void {
    if (on) this.shown.add(layer);
    else this.shown.delete(layer);
    for (const object of this.layers.get(layer) ?? []) {
      object.visible = on;
      if (on) object.parent?.updateMatrixWorld(true); // what is hidden is not moved
    }
    if (this.now >= 0) this.seek(this.now); // some of it is there at times only
    this.stage.invalidate();
  }
  isShown(layer: Layer): boolean {
    return this.shown.has(layer);
  }

  addActor(robot: RobotData, track?: Track): Actor {
    const k = this.actors.length;
    const figure = new Figure(new Body(robot), { faded: k > 0, tint: k > 0 ? tints[(k - 1) % tints.length] : undefined, shadows: k === 0 });
    this.stage.scene.add(figure.group);
    const actor: Actor = { figure, track, carried: [], loads: [] };
    this.actors.push(actor);
    this.addFrames(figure);
    if (track) this.addProps(actor, track, k);
    return actor;
  }

  /// The same joints with stiff links, pale.
  addStiff(robot: RobotData): void {
    const figure = new Figure(new Body(robot), { faded: true, shadows: false, stiff: true });
    this.stage.scene.add(figure.group);
    this.actors.push({ figure, carried: [], loads: [] });
    this.keep('stiff', figure.group);
  }

  addTrace(points: Vec[], speed: number[]): void {
    const trace = traceMesh(points, speed, this.actors[0].figure.body.reach * 0.0045);
    if (!trace) return;
    this.stage.scene.add(trace);
    this.keep('trace', trace);
  }

  private addFrames(figure: Figure): void {
    const size = figure.body.reach * 0.075;
    figure.frames.forEach((object, i) => {
      const axes = triad(size);
      object.add(axes);
      this.keep('frames', axes);
      if (this.actors.length > 1 || figure.body.robot.frames.length > 24) return;
      this.labels.add(figure.body.robot.frames[i].name, 'frame', () => (this.shown.has('frames') ? place(figure.kinematics.frame(i)) : null));
    });
  }

  private addProps(actor: Actor, track: Track, k: number): void {
    const { figure } = actor, given = track.motion.document.given;
    const { points, speed } = track.trace(track.tip());
    this.addTrace(points, speed);
    if (k === 0) this.addSurroundings(track);
    this.addCarried(actor, track);
    this.addForces(actor, track);
    this.addGround(actor, track);
    for (const body of given.clearance.arm) {
      const material = new THREE.MeshPhongMaterial({ color: theme().clearance, transparent: true, opacity: 0.28, depthWrite: false });
      const frame = figure.frames[figure.kinematics.frameIndex(body.frame)];
      if (!frame) continue;
      const mesh = solidMesh(body.solid, material);
      frame.add(mesh);
      this.keep('clearance', mesh);
    }
  }

  /// Things that stand around; of many, as of a cloud, no names.
  addObstacles(obstacles: Obstacle[]): void {
    const material = new THREE.MeshPhongMaterial({ shininess: 12, flatShading: obstacles.some((o) => o.solid.points) });
    onTheme((now) => material.color.set(now.obstacle));
    this.standing.push(...obstacles.map((o) => o.solid));
    for (const obstacle of obstacles) {
      const mesh = solidMesh(obstacle.solid, material);
      mesh.castShadow = mesh.receiveShadow = true;
      this.stage.scene.add(mesh);
      this.keep('obstacles', mesh);
      if (obstacles.length > 60) continue;
      const { middle, ends } = corners(obstacle.solid);
      const high = Math.max(...ends.map((p) => p[2])) + obstacle.solid.radius;
      this.labels.add(obstacle.name, 'obstacle', () => (this.shown.has('obstacles') ? [middle[0], middle[1], high] : null));
    }
  }

  private addSurroundings(track: Track): void {
    const { given, waypoints } = track.motion.document, scene = this.stage.scene;
    this.addObstacles(given.clearance.obstacles);
    const kinematics = kinematicsOf(track.robot), tip = track.tip();
    const size = 0.011 * this.actors[0].figure.body.reach;
    const marks = [{ name: 'start', time: 0 }, ...waypoints, { name: 'goal', time: track.duration }];
    const spots: { at: Vec; names: string[] }[] = [];
    for (const mark of marks) {
      kinematics.update(track.q(mark.time));
      const at = place(kinematics.frame(tip));
      const same = spots.find((s) => Math.hypot(s.at[0] - at[0], s.at[1] - at[1], s.at[2] - at[2]) < size);
      if (same) same.names.push(mark.name);
      else spots.push({ at, names: [mark.name] });
    }
    for (const spot of spots) {
      const dot = new THREE.Mesh(new THREE.SphereGeometry(size, 14, 10), new THREE.MeshPhongMaterial({ color: 0xffffff, emissive: 0x555555 }));
      dot.position.set(spot.at[0], spot.at[1], spot.at[2]);
      scene.add(dot);
      this.keep('trace', dot);
      this.labels.add(spot.names.join(', '), 'waypoint', () => (this.shown.has('trace') ? spot.at : null));
    }
  }

  /// What is carried lies where it is picked up, goes along, and stays where it is put down.
  private addCarried(actor: Actor, track: Track): void {
    const kinematics = kinematicsOf(track.robot);
    const poseAt = (t: number, frame: number): THREE.Matrix4 => {
      kinematics.update(track.q(t));
      return setMatrix(new THREE.Matrix4(), kinematics.frame(frame));
    };
    for (const body of track.motion.document.given.carried) {
      const frame = kinematics.frameIndex(body.frame);
      if (frame < 0 || body.inertia.mass <= 0) continue;
      const material = new THREE.MeshPhongMaterial({ color: 0x9a6fd0, shininess: 16 });
      const group = new THREE.Group();
      const mesh = bodyBox(body.inertia, actor.figure.body.reach * 0.045, material);
      mesh.castShadow = true;
      group.add(mesh);
      group.matrixAutoUpdate = false;
      this.stage.scene.add(group);
      const from = track.fraction(body.during.from), to = track.fraction(body.during.to);
      actor.carried.push({ group, frame, from, to, at: [poseAt(from, frame), poseAt(to, frame)] });
      if (this.actors.length > 1) continue;
      this.labels.add(`${body.name || 'load'}, ${body.inertia.mass} kg`, 'carried', () => {
        const m = group.matrix.elements;
        return apply([m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], m[12], m[13], m[14]], body.inertia.com);
      });
    }
  }

  private addForces(actor: Actor, track: Track): void {
    const { figure } = actor, { given } = track.motion.document, reach = figure.body.reach;
    const put = (colour: number, act: (t: number) => [Vec, Vec] | null): void => {
      const arrow = new Arrow(reach * 0.006, colour);
      this.stage.scene.add(arrow.group);
      this.keep('forces', arrow.group);
      actor.loads.push({ arrow, act });
    };
    const largest = Math.max(1e-9, ...given.loads.map((l) => Math.hypot(...(l.force as [number, number, number]))));
    for (const load of given.loads) {
      const frame = figure.kinematics.frameIndex(load.frame);
      const from = track.fraction(load.during.from), to = track.fraction(load.during.to);
      put(0xc2185b, (t) => {
        if (t < from || t > to || frame < 0) return null;
        const pose = figure.kinematics.frame(frame);
        const force = load.axes === 'world' ? load.force : rotate(pose, load.force);
        return [apply(pose, load.point), force.map((x) => (x / largest) * reach * 0.3)];
      });
    }
    this.addCutForces(track, figure, put);
  }

  private addGround(actor: Actor, track: Track): void {
    const ground = track.ground();
    if (!ground) return;
    actor.ground = new GroundProps(ground, track, actor.figure.body.reach);
    this.stage.scene.add(...actor.ground.footprints, ...actor.ground.forces);
    this.keep('footprints', ...actor.ground.footprints);
    this.keep('forces', ...actor.ground.forces);
  }

  /// Forces that hold a cut loop together, as they act on its second frame.
  private addCutForces(track: Track, figure: Figure, put: (colour: number, act: (t: number) => [Vec, Vec] | null) => void): void {
    let first = 0;
    let largest = 1e-9;
    for (let i = 0; i <= 50; ++i) largest = Math.max(largest, ...track.forces((track.duration * i) / 50).map(Math.abs));
    for (const cut of track.motion.document.given.cut_joints) {
      const frame = figure.kinematics.frameIndex(cut.frame_b), begin = first;
      first += cut.directions.length;
      put(0x00838f, (t) => {
        const forces = track.forces(t);
        if (frame < 0 || forces.length === 0) return null;
        const sum = [0, 0, 0];
        cut.directions.forEach((d, k) => d.forEach((x, axis) => (sum[axis] += (x * forces[begin + k]) / largest)));
        return [place(figure.kinematics.frame(frame)), sum.map((x) => x * figure.body.reach * 0.3)];
      });
    }
  }

  /// Pale bodies along the way.
  addGhosts(track: Track, count: number): void {
    const behind = { polygonOffset: true, polygonOffsetFactor: 3, polygonOffsetUnits: 40 }; // where it stands, the arm itself is seen
    const depth = new THREE.MeshBasicMaterial({ transparent: true, colorWrite: false, ...behind });
    const material = new THREE.MeshPhongMaterial({ transparent: true, opacity: 0.2, depthWrite: false, ...behind });
    onTheme((now) => {
      material.color.set(now.dark ? 0xa8c4e6 : 0x6f8db5);
      material.opacity = now.dark ? 0.16 : 0.2;
    });
    const figure = new Figure(this.actors[0].figure.body, { faded: true, shadows: false });
    for (let i = 0; i < count; ++i) {
      figure.pose(track.q((track.duration * i) / (count - 1)));
      // Depth first, then colour: a ghost does not shine through itself.
      const outline = new THREE.Mesh(figure.baked(), depth), ghost = new THREE.Mesh(outline.geometry, material);
      outline.renderOrder = 5;
      ghost.renderOrder = 6;
      this.stage.scene.add(outline, ghost);
      this.keep('ghosts', outline, ghost);
    }
  }

  /// Mass centres as balls of equal density, and the ellipsoids of equal inertia.
  addMasses(robot: RobotData): void {
    const figure = this.actors[0].figure;
    const ball = new THREE.MeshPhongMaterial({ color: 0xc2185b, depthTest: false, transparent: true, opacity: 0.9 });
    const shape = new THREE.MeshPhongMaterial({ color: 0x7b4fc9, transparent: true, opacity: 0.32, depthWrite: false });
    const largest = Math.max(1e-9, ...robot.links.map((l) => l.inertia?.mass ?? 0));
    robot.links.forEach((link, i) => {
      const inertia: Inertia | undefined = link.inertia;
      if (!inertia || inertia.mass <= 0) return;
      const size = figure.body.reach * 0.022 * Math.cbrt(inertia.mass / largest);
      const dot = new THREE.Mesh(new THREE.SphereGeometry(size, 18, 12), ball);
      dot.position.set(inertia.com[0], inertia.com[1], inertia.com[2]);
      dot.renderOrder = 3;
      const body = ellipsoid(inertia, shape);
      figure.links[i].add(dot, body);
      this.keep('masses', dot);
      this.keep('inertias', body);
    });
  }

  /// A note beside a link, such as what the doctor found.
  addNote(link: string, text: string, kind: string): void {
    const { figure } = this.actors[0];
    const i = figure.body.robot.links.findIndex((l) => l.name === link);
    if (i >= 0) this.labels.add(text, kind, () => apply(figure.kinematics.link(i), figure.body.skeleton.start[i]));
  }

  /// Everything at an instant.
  seek(t: number): void {
    this.now = t;
    for (const actor of this.actors) {
      const { track, figure } = actor;
      if (!track) continue;
      const now = Math.min(t, track.duration);
      figure.pose(track.q(now));
      for (const body of actor.carried) {
        if (now < body.from) body.group.matrix.copy(body.at[0]);
        else if (now > body.to) body.group.matrix.copy(body.at[1]);
        else body.group.matrix.copy(figure.frames[body.frame].matrix);
        body.group.matrixWorldNeedsUpdate = true;
      }
      for (const { arrow, act } of actor.loads) {
        const [from, way] = act(now) ?? [[0, 0, 0], [0, 0, 0]];
        arrow.aim(from, way);
        if (!this.shown.has('forces')) arrow.group.visible = false;
      }
      actor.ground?.seek(now, this.shown.has('footprints'), this.shown.has('forces'));
      const lit = new Set(track.active().filter((x) => x.joint >= 0 && x.spans.some((s) => s.from <= now && now <= s.to)).map((x) => x.joint));
      figure.light(lit);
    }
    this.stage.invalidate();
  }

  pose(q: ArrayLike<number>): void {
    for (const actor of this.actors) actor.figure.pose(q);
    this.stage.invalidate();
  }

  /// Sees everything that moves, all along its way.
  fit(poses: ArrayLike<number>[] = []): void {
    const box = new THREE.Box3(), point = new THREE.Vector3();
    let low = Infinity;
    const include = (p: Vec, room: number): void => {
      low = Math.min(low, p[2] - room);
      box.expandByPoint(point.set(p[0] - room, p[1] - room, p[2] - room));
      box.expandByPoint(point.set(p[0] + room, p[1] + room, p[2] + room));
    };
    let base = Infinity;
    for (const { figure, track } of this.actors) {
      const room = figure.body.radius, { skeleton } = figure.body;
      const along = track ? Array.from({ length: 25 }, (_, i) => track.q((track.duration * i) / 24)) : poses;
      for (const q of along.length ? along : [null]) {
        if (q) figure.pose(q);
        figure.links.forEach((_, i) => {
          const pose = figure.kinematics.link(i);
          if (i > 0 && !placesOnly(figure.body.robot, i)) include(apply(pose, skeleton.start[i]), room * skeleton.girth[i]);
          for (const end of placesOnly(figure.body.robot, i) ? [] : skeleton.ends[i]) include(apply(pose, end), room * 0.5);
        });
      }
      const ground = track?.ground();
      if (ground) {
        this.includeShapes(figure, track!, include);
        base = Math.min(base, ground.floor());
        for (const corner of ground.contacts.flatMap((c) => c.soles.flat())) include(corner, 0);
      }
      if (!ground || !figure.body.robot.ground_coordinates) { // it is bolted down, whatever else it touches
        base = Math.min(base, place(figure.kinematics.link(0))[2]);
        include(place(figure.kinematics.link(0)), 1.4 * room);
      }
    }
    for (const solid of this.standing) {
      const { middle, ends, around } = corners(solid);
      if (ends.some((p) => norm(sub(p, middle)) > 20)) continue; // the ground
      for (const p of [middle, ...ends]) include(p, around);
    }
    // The floor is under the plinth, unless the arm reaches below it: then it hangs or stands high.
    const { figure } = this.actors[0];
    const stands = this.actors.some((a) => a.track?.ground());
    const floor = !stands && low < base - figure.body.radius * 1.5 ? low - 0.02 * figure.body.reach : base;
    if (floor < base && !figure.body.skeleton.legged) this.addColumn(place(figure.kinematics.link(0)), floor);
    this.stage.adopt();
    this.stage.frame(box, floor);
  }

  /// A body between two legs is more than the line between their joints.
  private includeShapes(figure: Figure, track: Track, include: (p: Vec, room: number) => void): void {
    const corner = new THREE.Vector3();
    for (let i = 0; i <= 12; ++i) {
      figure.pose(track.q((track.duration * i) / 12));
      for (const piece of figure.body.pieces) {
        piece.geometry.computeBoundingBox();
        const { min, max } = piece.geometry.boundingBox!;
        for (let k = 0; k < 8; ++k) {
          corner.set(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z).applyMatrix4(piece.matrix);
          include(apply(figure.kinematics.link(piece.link), [corner.x, corner.y, corner.z]), 0);
        }
      }
    }
  }

  private addColumn(base: Vec, floor: number): void {
    const r = this.actors[0].figure.body.radius, height = base[2] - floor;
    const material = new THREE.MeshPhongMaterial({ shininess: 8, transparent: true, opacity: 0.5 });
    onTheme((now) => material.color.set(now.plinth));
    const column = new THREE.Mesh(new THREE.CylinderGeometry(r * 0.7, r * 0.9, height, 28).rotateX(Math.PI / 2), material);
    column.position.set(base[0], base[1], floor + height / 2);
    column.castShadow = true;
    this.stage.scene.add(column);
  }

  /// Names in the picture, and where they stand.
  names(): { text: string; x: number; y: number }[] {
    return this.labels.seen();
  }

  look(view: View): void {
    this.stage.look(view);
  }

  /// Where a frame is in the picture: for tests.
  framePosition(name: string, actor = 0): Vec | null {
    const object = this.actors[actor].figure.frames[this.actors[actor].figure.kinematics.frameIndex(name)];
    return object ? object.matrixWorld.elements.slice(12, 15) : null;
  }
}

