// What stands, hangs and is drawn around a body: obstacles, things in hand, ways, ghosts, arrows,
// frames and masses.
import * as THREE from 'three';
import type { Inertia, Solid, Vec } from './document';
import { along } from './body';
import { isCloud } from './distance';
import { norm } from './kinematics';
import { speedColour } from './theme';

const v3 = (v: Vec): THREE.Vector3 => new THREE.Vector3(v[0], v[1], v[2]);

/// A point, segment or box, grown by a radius; the prism around a cylinder is drawn as what it
/// stands for: sides first, the axis last.
export function solidMesh(solid: Solid, material: THREE.Material): THREE.Mesh {
  if (isCloud(solid)) return cloudMesh(solid, material);
  if (solid.points) return hullMesh(solid, material);
  const { corner, edges, radius } = solid;
  const centre = v3(corner);
  for (const edge of edges) centre.addScaledVector(v3(edge), 0.5);
  let geometry: THREE.BufferGeometry;
  const matrix = new THREE.Matrix4().setPosition(centre);
  if (edges.length === 0) {
    geometry = new THREE.SphereGeometry(radius, 40, 28);
  } else if (edges.length === 1) {
    const length = norm(edges[0]), wide = (solid.disc ?? 0) + radius;
    geometry = solid.disc ? new THREE.CylinderGeometry(wide, wide, length + 2 * radius, 48).rotateX(Math.PI / 2) : new THREE.CapsuleGeometry(radius, length, 10, 32).rotateX(Math.PI / 2);
    if (length > 0) matrix.copy(along([centre.x, centre.y, centre.z], edges[0]));
  } else if (edges.length > 3) {
    const axis = edges[edges.length - 1], across = norm(edges[0]) / (2 * Math.tan(Math.PI / (2 * edges.length - 2)));
    geometry = new THREE.CylinderGeometry(across, across, norm(axis), 40).rotateX(Math.PI / 2);
    if (norm(axis) > 0) matrix.copy(along([centre.x, centre.y, centre.z], axis));
  } else {
    const sizes = [0, 1, 2].map((k) => (edges[k] ? norm(edges[k]) : 0) + 2 * radius);
    geometry = new THREE.BoxGeometry(sizes[0], sizes[1], sizes[2]);
    const x = v3(edges[0]).normalize(), y = v3(edges[1]).normalize();
    matrix.makeBasis(x, y, x.clone().cross(y)).setPosition(centre);
  }
  const mesh = new THREE.Mesh(geometry, material);
  mesh.matrixAutoUpdate = false;
  mesh.matrix.copy(matrix);
  return mesh;
}

function cloudMesh(solid: Solid, material: THREE.Material): THREE.Mesh {
  const points = solid.points!;
  const mesh = new THREE.InstancedMesh(new THREE.SphereGeometry(solid.radius, 10, 7), material, points.length);
  points.forEach((p, k) => mesh.setMatrixAt(k, new THREE.Matrix4().setPosition(v3(p))));
  mesh.computeBoundingSphere();
  mesh.matrixAutoUpdate = false;
  return mesh;
}

/// The facets of a hull; what it is grown by is not drawn.
function hullMesh(solid: Solid, material: THREE.Material): THREE.Mesh {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(solid.facets!.flatMap((k) => solid.points![k]), 3));
  geometry.computeVertexNormals();
  const mesh = new THREE.Mesh(geometry, material);
  mesh.matrixAutoUpdate = false;
  return mesh;
}

/// Principal moments and axes of a symmetric tensor, by Jacobi's rotations.
export function principal(tensor: Vec[]): { moments: Vec; axes: THREE.Matrix4 } {
  const a = tensor.map((row) => [...row]);
  const v = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  for (let sweep = 0; sweep < 30; ++sweep) {
    for (const [p, q] of [[0, 1], [0, 2], [1, 2]]) {
      if (Math.abs(a[p][q]) < 1e-15) continue;
      const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1));
      const c = 1 / Math.hypot(t, 1), s = t * c;
      for (let k = 0; k < 3; ++k) [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
      for (let k = 0; k < 3; ++k) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
      for (let k = 0; k < 3; ++k) [v[k][p], v[k][q]] = [c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]];
    }
  }
  const column = (k: number): THREE.Vector3 => new THREE.Vector3(v[0][k], v[1][k], v[2][k]);
  const x = column(0), y = column(1);
  return { moments: [a[0][0], a[1][1], a[2][2]], axes: new THREE.Matrix4().makeBasis(x, y, x.clone().cross(y)) };
}

/// Half axes of the solid ellipsoid of a mass with these moments.
export function halfAxes(mass: number, moments: Vec): Vec {
  const sum = (moments[0] + moments[1] + moments[2]) / 2;
  return moments.map((m) => Math.sqrt(Math.max(1e-10, (5 * (sum - m)) / mass)));
}

/// Where an inertia's body is, with a unit shape scaled to it.
function inertiaMatrix(inertia: Inertia, size: (half: Vec) => Vec): THREE.Matrix4 {
  const { moments, axes } = principal(inertia.about_com);
  const [x, y, z] = size(halfAxes(inertia.mass, moments));
  return axes.setPosition(v3(inertia.com)).scale(new THREE.Vector3(x, y, z));
}

/// The box that has the inertia: what is carried, as far as it is known.
export function bodyBox(inertia: Inertia, smallest: number, material: THREE.Material): THREE.Mesh {
  const full = (half: number): number => Math.max(smallest, half * 2 * Math.sqrt(3 / 5));
  const mesh = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1), material);
  mesh.matrixAutoUpdate = false;
  mesh.matrix.copy(inertiaMatrix(inertia, (half) => half.map(full)));
  return mesh;
}

export function ellipsoid(inertia: Inertia, material: THREE.Material): THREE.Mesh {
  const mesh = new THREE.Mesh(new THREE.SphereGeometry(1, 28, 20), material);
  mesh.matrixAutoUpdate = false;
  mesh.matrix.copy(inertiaMatrix(inertia, (half) => half));
  return mesh;
}

/// A way through space, coloured by speed.
export function traceMesh(points: Vec[], speed: number[], radius: number): THREE.Mesh | null {
  const apart: Vec[] = [], fast: number[] = [];
  const top = Math.max(1e-12, ...speed);
  points.forEach((p, i) => {
    const last = apart[apart.length - 1];
    if (last && norm([p[0] - last[0], p[1] - last[1], p[2] - last[2]]) < radius * 0.4) return;
    apart.push(p);
    fast.push(speed[i] / top);
  });
  if (apart.length < 2) return null;
  const curve = new THREE.CatmullRomCurve3(apart.map(v3));
  const pieces = Math.min(240, apart.length * 2), around = 5;
  const geometry = new THREE.TubeGeometry(curve, pieces, radius, around, false);
  const colours: number[] = [];
  for (let i = 0; i <= pieces; ++i) {
    const at = curve.getUtoTmapping(i / pieces, 0) * (fast.length - 1);
    const k = Math.min(Math.floor(at), fast.length - 2), f = at - k;
    const colour = new THREE.Color().setRGB(...speedColour(fast[k] * (1 - f) + fast[k + 1] * f), THREE.SRGBColorSpace);
    for (let j = 0; j <= around; ++j) colours.push(colour.r, colour.g, colour.b);
  }
  geometry.setAttribute('color', new THREE.Float32BufferAttribute(colours, 3));
  return new THREE.Mesh(geometry, new THREE.MeshPhongMaterial({ vertexColors: true, emissive: 0x222222 }));
}

/// Three short bars: x red, y green, z blue, as everywhere.
export function triad(size: number): THREE.Group {
  const group = new THREE.Group();
  const axes: [Vec, number][] = [[[1, 0, 0], 0xd1402f], [[0, 1, 0], 0x2e9e4f], [[0, 0, 1], 0x2f6fd0]];
  for (const [direction, colour] of axes) {
    const bar = new THREE.Mesh(
      new THREE.CylinderGeometry(size * 0.035, size * 0.035, size, 10).rotateX(Math.PI / 2).translate(0, 0, size / 2),
      new THREE.MeshPhongMaterial({ color: colour, emissive: colour, emissiveIntensity: 0.35 }),
    );
    bar.applyMatrix4(along([0, 0, 0], direction));
    bar.matrixAutoUpdate = false;
    group.add(bar);
  }
  group.matrixAutoUpdate = false;
  return group;
}

/// An arrow from its own origin along z; `aim` turns and stretches it.
export class Arrow {
  readonly group = new THREE.Group();
  private readonly shaft: THREE.Mesh;
  private readonly head: THREE.Mesh;

  constructor(private readonly thick: number, colour: number) {
    const material = new THREE.MeshPhongMaterial({ color: colour, emissive: colour, emissiveIntensity: 0.3 });
    this.shaft = new THREE.Mesh(new THREE.CylinderGeometry(thick, thick, 1, 14).rotateX(Math.PI / 2).translate(0, 0, 0.5), material);
    this.head = new THREE.Mesh(new THREE.ConeGeometry(thick * 2.6, thick * 6.5, 18).rotateX(Math.PI / 2).translate(0, 0, thick * 3.25), material);
    this.group.add(this.shaft, this.head);
  }

  aim(from: Vec, way: Vec): void {
    const length = norm(way);
    this.group.visible = length > this.thick * 3;
    if (!this.group.visible) return;
    this.group.matrixAutoUpdate = false;
    this.group.matrix.copy(along(from, way));
    const head = Math.min(this.thick * 6.5, length * 0.6);
    this.shaft.scale.z = length - head;
    this.head.position.z = length - head;
  }
}

interface Label {
  element: HTMLElement;
  kind: string;
  at: () => Vec | null;
  now?: string;
  width: number; // pixels, once it has been seen
}

/// Who stays where several would lie over each other.
const ranks = ['finding', 'waypoint', 'carried', 'obstacle', 'frame'];
const rankOf = (kind: string): number => ranks.findIndex((rank) => kind.startsWith(rank));
const labelHeight = 18; // pixels

/// Names beside things, as text over the picture: moved up or down where they would lie over each
/// other, and left out where that does not help.
export class Labels {
  private readonly items: Label[] = [];

  private size: [number, number] = [0, 0];

  constructor(private readonly layer: HTMLElement, private readonly camera: THREE.PerspectiveCamera) {
    // Asked when it changes: asking in every frame would lay the page out in every frame.
    new ResizeObserver(() => (this.size = [layer.clientWidth, layer.clientHeight])).observe(layer);
  }

  add(text: string, kind: string, at: () => Vec | null): void {
    const element = document.createElement('span');
    element.className = `label ${kind}`;
    element.textContent = text;
    this.layer.append(element);
    this.items.push({ element, kind, at, width: 0 });
    this.items.sort((a, b) => rankOf(a.kind) - rankOf(b.kind));
  }

  update(): void {
    if (this.size[0] === 0) this.size = [this.layer.clientWidth, this.layer.clientHeight];
    const taken: [number, number, number][] = []; // left, right, top
    for (const item of this.items) {
      const place = item.at(), p = this.free(item, place && this.onPage(place), taken);
      const now = p ? `translate(${p[0]}px, ${p[1]}px)` : '';
      if (now === item.now) continue;
      item.now = now;
      item.element.style.visibility = p ? 'visible' : 'hidden';
      if (p) item.element.style.transform = now;
    }
  }

  /// The nearest place above or below that no other name has; null where there is none.
  private free(item: Label, p: [number, number] | null, taken: [number, number, number][]): [number, number] | null {
    if (!p) return null;
    item.width ||= item.element.offsetWidth;
    for (const step of [0, 1, -1, 2, -2, 3]) {
      const [x, y] = [p[0], p[1] - step * labelHeight];
      if (taken.some(([left, right, top]) => x < right && x + item.width > left && Math.abs(y - top) < labelHeight)) continue;
      taken.push([x, x + item.width, y]);
      return [x, y];
    }
    return null;
  }

  /// By half pixels; null where it is out of the picture.
  private onPage(place: Vec): [number, number] | null {
    const p = v3(place).project(this.camera), [w, h] = this.size;
    if (p.z >= 1 || Math.abs(p.x) >= 1.05 || Math.abs(p.y) >= 1.05) return null;
    return [Math.round((p.x + 1) * w) / 2, Math.round((1 - p.y) * h) / 2];
  }

  seen(): { text: string; x: number; y: number }[] {
    return this.items.flatMap(({ element, at }) => {
      const place = at(), p = place && this.onPage(place);
      return p ? [{ text: element.textContent ?? '', x: p[0], y: p[1] }] : [];
    });
  }
}
