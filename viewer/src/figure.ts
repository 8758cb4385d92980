// One body on the stage, which follows a kinematics. Its links are one mesh that has its colours in its
// corners, and the corners are moved here: without a graphics card, a drawing more costs more than that.
import * as THREE from 'three';
import { type Body, type Piece, along, setMatrix } from './body';
import { BentKinematics, kinematicsOf } from './bent';
import { Kinematics, apply, norm, sub } from './kinematics';
import { jointColour, onTheme, theme } from './theme';

export interface Look {
  faded: boolean;
  tint?: string; // in place of the shell's colour
  shadows: boolean;
  stiff?: boolean; // links that bend are drawn straight
}

function material(look: Look, alpha = 1): THREE.MeshPhongMaterial {
  const { faded } = look, clear = faded || alpha < 1;
  return new THREE.MeshPhongMaterial({
    vertexColors: true, shininess: 42, specular: 0x2b2b2b,
    transparent: clear, opacity: clear ? Math.min(faded ? 0.42 : 1, Math.max(0.15, alpha)) : 1,
    polygonOffset: faded, polygonOffsetFactor: 2, polygonOffsetUnits: 4,
  });
}

/// Shapes as one, with positions and normals only.
export function merged(parts: THREE.BufferGeometry[]): THREE.BufferGeometry {
  const out = new THREE.BufferGeometry();
  for (const name of ['position', 'normal']) {
    const lists = parts.map((p) => p.getAttribute(name).array as Float32Array);
    const all = new Float32Array(lists.reduce((n, list) => n + list.length, 0));
    let at = 0;
    for (const list of lists) {
      all.set(list, at);
      at += list.length;
    }
    out.setAttribute(name, new THREE.BufferAttribute(all, 3));
  }
  const corners: number[] = [];
  let first = 0;
  for (const part of parts) {
    const count = part.getAttribute('position').count;
    for (let i = 0; i < (part.index?.count ?? count); ++i) corners.push(first + (part.index ? part.index.getX(i) : i));
    first += count;
  }
  out.setIndex(corners);
  return out;
}

const alphaOf = (piece: Piece): number => piece.rgba?.[3] ?? 1;

/// Corners of one colour in a mesh.
interface Patch {
  piece: Piece;
  colours: THREE.BufferAttribute;
  from: number;
  to: number;
}

/// Corners of one link in the mesh of all.
interface Part {
  link: number;
  from: number;
  to: number;
}

/// Links of more corners than these have a mesh of their own.
const many = 4000;

export class Figure {
  readonly group = new THREE.Group();
  readonly links: THREE.Group[] = [];
  readonly frames: THREE.Object3D[] = [];
  readonly kinematics: Kinematics;
  private readonly rods: THREE.Mesh[] = [];
  private readonly patches: Patch[] = [];
  private readonly parts: Part[] = [];
  private readonly whole: THREE.Mesh; // in the world
  private readonly rest: THREE.BufferGeometry; // the same, each link in its own frame
  private readonly bent: THREE.BufferGeometry; // and with its links bent
  private lit = new Set<number>();

  constructor(readonly body: Body, private readonly look: Look) {
    const { robot } = body;
    this.kinematics = look.stiff ? new Kinematics(robot) : kinematicsOf(robot);
    this.group.matrixAutoUpdate = false;
    const solid = material(look), together: Piece[] = [];
    for (const link of robot.links.keys()) {
      const holder = new THREE.Group();
      holder.matrixAutoUpdate = false;
      this.links.push(holder);
      this.group.add(holder);
      const own = body.pieces.filter((p) => p.link === link);
      const bends = robot.flexible?.bodies.some((body) => body.name === robot.links[link].name && body.shapes.length > 0);
      const moves = robot.frames[robot.links[link].frame].joint >= 0;
      for (const alpha of new Set(own.map(alphaOf))) {
        const alike = own.filter((p) => alphaOf(p) === alpha);
        const corners = alike.reduce((sum, p) => sum + p.geometry.getAttribute('position').count, 0);
        if (moves && alpha === 1 && (corners < many || bends)) {
          const from = this.parts.length ? this.parts[this.parts.length - 1].to : 0;
          this.parts.push({ link, from, to: from + corners });
          together.push(...alike);
        } else holder.add(this.mesh(alike, alpha < 1 ? material(look, alpha) : solid));
      }
    }
    this.whole = this.mesh(together, solid);
    this.whole.frustumCulled = false;
    this.rest = this.whole.geometry.clone();
    this.bent = this.kinematics instanceof BentKinematics ? this.rest.clone() : this.rest;
    this.group.add(this.whole);
    for (const frame of robot.frames) {
      const object = new THREE.Object3D();
      object.name = frame.name;
      object.matrixAutoUpdate = false;
      this.frames.push(object);
      this.group.add(object);
    }
    for (const rod of body.rods) {
      const geometry = new THREE.CylinderGeometry(rod.radius, rod.radius, 1, 24).rotateX(Math.PI / 2).translate(0, 0, 0.5);
      const mesh = this.mesh([{ link: rod.child, geometry, paint: 'shell', joint: -1, matrix: new THREE.Matrix4() }], solid);
      mesh.matrixAutoUpdate = false;
      this.rods.push(mesh);
      this.group.add(mesh);
    }
    onTheme(() => this.paint(this.patches));
    this.pose(robot.coordinates.map(() => 0));
  }

  /// Pieces as one mesh, each in its own colour.
  private mesh(pieces: Piece[], material: THREE.Material): THREE.Mesh {
    const geometry = merged(pieces.map((p) => p.geometry.clone().applyMatrix4(p.matrix)));
    const colours = new THREE.BufferAttribute(new Float32Array(geometry.getAttribute('position').array.length), 3);
    geometry.setAttribute('color', colours);
    let from = 0;
    for (const piece of pieces) {
      const to = from + piece.geometry.getAttribute('position').count;
      this.patches.push({ piece, colours, from, to });
      from = to;
    }
    const mesh = new THREE.Mesh(geometry, material);
    mesh.userData.shade = this.shade(geometry, pieces);
    mesh.castShadow = mesh.receiveShadow = this.look.shadows;
    return mesh;
  }

  /// The same corners without what hardly shows in a shadow on the ground.
  private shade(geometry: THREE.BufferGeometry, pieces: Piece[]): THREE.BufferGeometry {
    const out = new THREE.BufferGeometry().setAttribute('position', geometry.getAttribute('position'));
    const sizes = pieces.map((p) => p.geometry.index?.count ?? p.geometry.getAttribute('position').count);
    const corners: number[] = [];
    let at = 0;
    pieces.forEach(({ paint }, k) => {
      const end = at + sizes[k];
      for (; at < end; ++at) if (paint !== 'ring' && paint !== 'housing') corners.push(geometry.index!.getX(at));
    });
    return out.setIndex(corners);
  }

  /// The coordinate of what a ray meets first; -1 for none.
  jointAt(ray: THREE.Raycaster): number {
    this.whole.geometry.boundingSphere = null; // it has moved
    for (const { object, face } of ray.intersectObject(this.group, true)) {
      const colours = (object as THREE.Mesh).geometry.getAttribute('color');
      const patch = face && this.patches.find((p) => p.colours === colours && p.from <= face.a && face.a < p.to);
      if (patch && patch.piece.joint >= 0) return patch.piece.joint;
    }
    return -1;
  }

  private colour({ paint, joint, rgba }: Piece): THREE.Color {
    const now = theme(), colour = new THREE.Color();
    if (paint === 'written') return colour.setRGB(rgba![0], rgba![1], rgba![2], THREE.SRGBColorSpace);
    if (paint === 'ring') return this.lit.has(joint) ? colour.set(now.warn).multiplyScalar(2) : colour.set(jointColour(Math.max(0, joint)));
    return colour.set(paint === 'shell' ? this.look.tint ?? now.shell : now[paint]);
  }

  private paint(patches: Patch[]): void {
    for (const { piece, colours, from, to } of patches) {
      const { r, g, b } = this.colour(piece);
      for (let i = from; i < to; ++i) colours.setXYZ(i, r, g, b);
      colours.needsUpdate = true;
    }
  }

  /// The rings of these joints glow.
  light(lit: Set<number>): void {
    const changed = new Set([...lit, ...this.lit].filter((j) => lit.has(j) !== this.lit.has(j)));
    if (changed.size === 0) return;
    this.lit = lit;
    this.paint(this.patches.filter(({ piece }) => piece.paint === 'ring' && changed.has(piece.joint)));
  }

  pose(q: ArrayLike<number>): void {
    this.kinematics.update(q);
    this.links.forEach((holder, i) => {
      setMatrix(holder.matrix, this.kinematics.link(i));
      holder.updateMatrixWorld(true);
    });
    this.moveCorners();
    this.frames.forEach((object, i) => {
      setMatrix(object.matrix, this.kinematics.frame(i));
      object.matrixWorld.copy(object.matrix);
      for (const child of object.children) if (child.visible) child.updateMatrixWorld(true);
    });
    this.body.rods.forEach((rod, k) => {
      const from = apply(this.kinematics.link(rod.parent), rod.seat);
      const to = apply(this.kinematics.link(rod.child), rod.end);
      const way = sub(to, from), length = norm(way);
      this.rods[k].visible = length > 1e-4;
      if (!this.rods[k].visible) return;
      this.rods[k].matrix.copy(along(from, way)).scale(new THREE.Vector3(1, 1, length));
      this.rods[k].updateMatrixWorld(true);
    });
  }

  private moveCorners(): void {
    const bent = this.bend(), now = this.whole.geometry;
    for (const name of ['position', 'normal']) {
      const from = bent.getAttribute(name).array, to = now.getAttribute(name).array, at = name === 'position' ? 1 : 0;
      for (const part of this.parts) {
        const m = this.links[part.link].matrix.elements;
        for (let i = 3 * part.from; i < 3 * part.to; i += 3) {
          const x = from[i], y = from[i + 1], z = from[i + 2];
          to[i] = m[0] * x + m[4] * y + m[8] * z + at * m[12];
          to[i + 1] = m[1] * x + m[5] * y + m[9] * z + at * m[13];
          to[i + 2] = m[2] * x + m[6] * y + m[10] * z + at * m[14];
        }
      }
      now.getAttribute(name).needsUpdate = true;
    }
  }

  /// Corners in their links' frames, as far as the links bend.
  private bend(): THREE.BufferGeometry {
    const { kinematics, rest } = this;
    if (!(kinematics instanceof BentKinematics)) return rest;
    const [fromP, fromN] = ['position', 'normal'].map((name) => rest.getAttribute(name).array);
    const [toP, toN] = ['position', 'normal'].map((name) => this.bent.getAttribute(name).array);
    const point = [0, 0, 0], normal = [0, 0, 0];
    for (const part of this.parts) {
      const skin = kinematics.skin(this.body.robot.links[part.link].name);
      if (!skin) continue;
      for (let i = 3 * part.from; i < 3 * part.to; i += 3) {
        for (let k = 0; k < 3; ++k) [point[k], normal[k]] = [fromP[i + k], fromN[i + k]];
        skin.move(point, normal);
        for (let k = 0; k < 3; ++k) [toP[i + k], toN[i + k]] = [point[k], normal[k]];
      }
    }
    return this.bent;
  }

  /// The middle of a link's far end as it is drawn: for tests.
  farCorner(link: string): number[] | null {
    const part = this.parts.find((p) => this.body.robot.links[p.link].name === link);
    if (!part) return null;
    const rest = this.rest.getAttribute('position').array, now = this.whole.geometry.getAttribute('position').array;
    const outward = (i: number): number => rest[3 * i] - 0.1 * Math.hypot(rest[3 * i + 1], rest[3 * i + 2]);
    let far = part.from;
    for (let i = part.from; i < part.to; ++i) if (outward(i) > outward(far)) far = i;
    return Array.from(now.slice(3 * far, 3 * far + 3));
  }

  /// What moves, as one still shape in the world.
  baked(): THREE.BufferGeometry {
    const { frames, links } = this.body.robot;
    const parts = [this.whole.geometry.clone()];
    const moving = [...this.links.filter((_, i) => frames[links[i].frame].joint >= 0), ...this.rods];
    for (const root of moving) root.traverse((object) => {
      const mesh = object as THREE.Mesh;
      if (mesh.isMesh && mesh.visible) parts.push(mesh.geometry.clone().applyMatrix4(mesh.matrixWorld));
    });
    return merged(parts);
  }
}
