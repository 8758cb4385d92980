// The page of a sweep: what became of its problems, over its parameters; over three of them as a map
// in space with the robot in it.
import * as THREE from 'three';
import { type Report, type SweepData, unpack } from './document';
import { asked, counted, digits, el, section, table } from './dom';
import { onResize } from './resize';
import { Theatre } from './theatre';
import { onTheme, speedColour, theme } from './theme';

type Range = [number, number];

function extent(values: Float64Array, seen: (i: number) => boolean = () => true): Range {
  let low = Infinity, high = -Infinity;
  values.forEach((v, i) => {
    if (!Number.isFinite(v) || !seen(i)) return;
    low = Math.min(low, v);
    high = Math.max(high, v);
  });
  return [low, high];
}

/// Every problem a ball, coloured by its value; what failed small and grey.
class Cloud {
  private readonly places: Float64Array;
  private readonly values: Float64Array;
  private readonly good: Float64Array;
  readonly ranges: Range[];
  readonly shade: Range;
  private readonly balls: THREE.InstancedMesh;
  private readonly size: number;
  private readonly cut: number[];
  private failed = false;

  constructor(map: NonNullable<SweepData['map']>) {
    this.places = unpack(map.places);
    this.values = unpack(map.values);
    this.good = unpack(map.good);
    const count = this.values.length;
    this.ranges = [0, 1, 2].map((k) => extent(this.places.filter((_, i) => i % 3 === k)));
    this.shade = extent(this.values, (i) => this.good[i] > 0);
    const volume = this.ranges.reduce((v, [low, high]) => v * Math.max(high - low, 1e-9), 1);
    this.size = 0.3 * Math.cbrt(volume / Math.max(count, 1));
    this.cut = this.ranges.map(([, high]) => high);
    this.balls = new THREE.InstancedMesh(new THREE.SphereGeometry(1, 12, 8), new THREE.MeshStandardMaterial({ roughness: 0.7 }), count);
    for (let i = 0; i < count; ++i) {
      const [low, high] = this.shade;
      const share = high > low ? (this.values[i] - low) / (high - low) : 0.5;
      const colour = this.good[i] > 0 ? speedColour(share) : ([0.55, 0.55, 0.58] as [number, number, number]);
      this.balls.setColorAt(i, new THREE.Color().setRGB(...colour, THREE.SRGBColorSpace));
    }
    this.fill();
  }

  get object(): THREE.Object3D {
    return this.balls;
  }

  get box(): THREE.Box3 {
    const corner = (k: 0 | 1): THREE.Vector3 => new THREE.Vector3(...(this.ranges.map((r) => r[k]) as [number, number, number]));
    return new THREE.Box3(corner(0), corner(1));
  }

  /// Leaves out what lies beyond `to` along an axis.
  cutAt(axis: number, to: number): void {
    this.cut[axis] = to;
    this.fill();
  }

  showFailed(on: boolean): void {
    this.failed = on;
    this.fill();
  }

  shown(): number {
    let count = 0;
    for (let i = 0; i < this.values.length; ++i) count += this.seen(i) ? 1 : 0;
    return count;
  }

  private seen(i: number): boolean {
    if (!(this.good[i] > 0) && !this.failed) return false;
    return this.cut.every((to, k) => this.places[3 * i + k] <= to + 1e-9 * Math.abs(to));
  }

  private fill(): void {
    const matrix = new THREE.Matrix4();
    for (let i = 0; i < this.values.length; ++i) {
      const size = this.seen(i) ? this.size * (this.good[i] > 0 ? 1 : 0.45) : 0;
      matrix.makeScale(size, size, size).setPosition(this.places[3 * i], this.places[3 * i + 1], this.places[3 * i + 2]);
      this.balls.setMatrixAt(i, matrix);
    }
    this.balls.instanceMatrix.needsUpdate = true;
  }
}

function legend(title: string, [low, high]: Range): HTMLElement {
  const stops = [0, 0.25, 0.5, 0.75, 1].map((s) => `rgb(${speedColour(s).map((c) => Math.round(255 * c)).join(',')})`);
  const bar = el('span', { class: 'ramp', 'aria-hidden': 'true' });
  bar.style.background = `linear-gradient(90deg, ${stops.join(', ')})`;
  return el('div', { class: 'legend' }, el('span', {}, `${title}: ${digits(low, 3)}`), bar, el('span', {}, digits(high, 3)));
}

function mapSection(report: Report, page: HTMLElement): void {
  const map = report.sweep!.map!;
  let theatre: Theatre;
  try {
    theatre = new Theatre(asked('still') !== undefined);
  } catch (e) {
    console.warn(`no 3-D view: ${(e as Error).message}`);
    page.append(el('div', { class: 'stage nothing' }, el('p', {}, 'This browser has no WebGL: the map is not drawn.')));
    return;
  }
  const cloud = new Cloud(map), stage = theatre.stage;
  if (report.robots?.length) theatre.addActor(report.robots[0]);
  stage.scene.add(cloud.object);
  const update = (): void => stage.invalidate();
  const cuts = map.axes.map((name, k) => {
    const [low, high] = cloud.ranges[k];
    const input = el('input', { type: 'range', min: low, max: high, step: 'any', value: high, 'aria-label': `up to this ${name}`,
      input: () => {
        cloud.cutAt(k, Number(input.value));
        value.textContent = `≤ ${digits(Number(input.value), 3)}`;
        update();
      } });
    const value = el('output', { class: 'value' }, `≤ ${digits(high, 3)}`);
    return el('div', { class: 'joint' }, el('span', { class: 'name' }, name), input, value);
  });
  const failed = el('label', { class: 'check' }, el('input', { type: 'checkbox', change: (e: Event) => {
    cloud.showFailed((e.target as HTMLInputElement).checked);
    update();
  } }), 'what failed, in grey');
  const views = (['free', 'front', 'side', 'top'] as const).map((view) => el('button', { type: 'button', click: () => stage.look(view) }, view));
  page.append(el('div', { class: 'work' },
    el('div', { class: 'left' }, el('div', { class: 'stage' }, theatre.element, el('div', { class: 'views', role: 'group', 'aria-label': 'Views' }, ...views), el('div', { class: 'layers' }, failed))),
    el('div', { class: 'right' }, el('section', { class: 'joints' }, el('div', { class: 'bar' }, el('h2', {}, `Map of ${map.of}`)), legend(map.of, cloud.shade), ...cuts,
      el('p', {}, `${counted(cloud.shown(), 'problem')} of ${map.axes.join(', ')}${map.every > 1 ? `, every ${map.every}th` : ''}. Slide to look inside.`)))));
  stage.resize();
  if (report.robots?.length) {
    theatre.pose(map.pose);
    theatre.fit();
  }
  const box = cloud.box;
  stage.frame(box.union(new THREE.Box3(new THREE.Vector3(-0.2, -0.2, 0), new THREE.Vector3(0.2, 0.2, 0.5))), Math.min(0, box.min.z));
  onResize(page, () => stage.resize());
  const frame = (): void => {
    stage.draw();
    requestAnimationFrame(frame);
  };
  stage.draw();
  requestAnimationFrame(frame);
  Object.assign(window, { alembert: { shown: () => cloud.shown(), cut: (axis: number, to: number) => cloud.cutAt(axis, to) } });
}

export function sweepPage(report: Report, page: HTMLElement): void {
  const sweep = report.sweep!;
  const share = sweep.done > 0 ? sweep.good / sweep.done : 0;
  page.append(el('header', { class: 'hero' }, el('div', { class: 'names' }, el('h1', {}, sweep.name),
    el('span', { class: `badge ${sweep.done < sweep.problems ? 'fair' : 'good'}` }, `${sweep.done.toLocaleString('en')} of ${sweep.problems.toLocaleString('en')} done`)),
  el('p', { class: 'lead' }, `${sweep.good.toLocaleString('en')} are good (${digits(100 * share, 3)} %), ${sweep.proven.toLocaleString('en')} of them proven at every instant. Parameters: ${sweep.parameters.join(', ')}.`)));
  if (sweep.map) mapSection(report, page);
  else Object.assign(window, { alembert: {} });
  for (const chart of sweep.charts) {
    const picture = el('img', { src: `data:image/svg+xml;base64,${chart.svg}`, alt: chart.title });
    // Charts are drawn on white, whatever the page is on.
    onTheme(() => (picture.style.background = theme().dark ? '#ffffff' : 'transparent'));
    page.append(section(chart.title, chart.id, picture));
  }
  page.append(section('What failed', 'failures', sweep.failures.length === 0 ? el('p', {}, 'Nothing.')
    : el('div', { class: 'scroll' }, table(['number', 'cause', 'for example', 'says'], sweep.failures.map((f) => [f.count.toLocaleString('en'), f.cause, f.key, f.message]), [0]))));
}
