// The page of an arm that bends: the arm drawn bent, as much as it is or more, its deflections and the
// amplitudes of its shapes.
import { BentKinematics } from './bent';
import { type BendingData, type Report, type RobotData, unpack } from './document';
import { asked, digits, el, section, table } from './dom';
import { apply } from './kinematics';
import { Player } from './player';
import { type Curve, Panel } from './plots';
import { onResize } from './resize';
import { type Layer, Theatre } from './theatre';
import { outermost } from './track';

const millimetres = (x: number): string => `${digits(1000 * x, 3)} mm`;

class BendingPage {
  private readonly robot: RobotData;
  private readonly run: BendingData;
  private readonly t: Float64Array;
  private readonly z: Float64Array;
  private readonly width: number;
  private readonly panels: Panel[] = [];
  private readonly player: Player;
  private theatre?: Theatre;

  constructor(private readonly report: Report, private readonly page: HTMLElement) {
    this.robot = report.robots![0];
    this.run = report.bending!;
    this.t = unpack(this.run.columns.t);
    this.z = unpack(this.run.columns.z);
    this.width = this.robot.flexible!.coordinates.length;
    this.player = new Player(this.t[this.t.length - 1], (t) => this.show(t));
  }

  build(): void {
    if (asked('frames') !== undefined) this.page.classList.add('film');
    this.makeTheatre();
    this.page.append(
      el('header', { class: 'hero' }, el('div', { class: 'names' }, el('h1', {}, this.report.title), this.badge()), this.lead(), this.tiles()),
      el('div', { class: 'work' },
        el('div', { class: 'left' }, this.stageBox(), this.slider(), this.player.element),
        el('div', { class: 'right' }, ...this.makePanels())),
      this.links());
    this.start();
  }

  private valid(): boolean {
    return !this.run.diverged && this.run.tips.every((tip) => tip.valid);
  }

  private badge(): HTMLElement {
    if (this.run.diverged) return el('span', { class: 'badge bad' }, `✕ Broke off at ${digits(this.run.end, 3)} s`);
    return this.valid() ? el('span', { class: 'badge good' }, '✓ Bends, within its model') : el('span', { class: 'badge bad' }, '✕ Bends more than its model can tell');
  }

  private worst(): BendingData['tips'][number] {
    return this.run.tips.reduce((a, b) => (b.largest / b.length > a.largest / a.length ? b : a));
  }

  private lead(): HTMLElement {
    const { moved_until, tips } = this.run, tip = this.worst();
    const share = digits((100 * tip.largest) / tip.length, 2);
    const swing = tips.reduce((a, b) => (b.residual > a.residual ? b : a));
    const parts = [
      moved_until > 0 ? `${this.robot.name} is moved in ${digits(moved_until)} s.` : `${this.robot.name} moves on its own for ${digits(this.run.end)} s.`,
      `The far end of ${tip.link} bends by at most ${millimetres(tip.largest)}, ${share} % of its length, at ${digits(tip.at, 3)} s.`,
      moved_until > 0 && this.run.end > moved_until ? `Once the joints are there, ${swing.link} swings on by ${millimetres(swing.residual)}.` : '',
      this.valid() ? '' : 'Beyond 10 % of a link’s length these numbers are not to be trusted.',
    ];
    return el('p', { class: 'lead' }, parts.filter((x) => x).join(' '));
  }

  private tiles(): HTMLElement {
    const tile = (name: string, value: string, note: string, kind = ''): HTMLElement =>
      el('div', { class: `tile ${kind}` }, el('dt', {}, name), el('dd', {}, el('b', {}, value), el('small', {}, note)));
    const { run } = this, tip = this.worst(), swing = run.tips.reduce((a, b) => (b.residual > a.residual ? b : a));
    const led = run.moved_until > 0;
    return el('dl', { class: 'tiles' },
      tile('Shown', `${digits(run.end)} s`, led ? `joints are led for ${digits(run.moved_until)} s` : 'nothing leads the joints'),
      tile('Largest bend', millimetres(tip.largest), `${tip.link}, at ${digits(tip.at, 3)} s`, tip.valid ? '' : 'bad'),
      tile('Swings on by', led ? millimetres(swing.residual) : '–', led ? `${swing.link}, after the motion` : 'no motion to come after'),
      tile('Joints off by', led ? digits(run.largest_error, 3) : '–', led ? 'at most, rad or m' : 'they are free'),
      tile('Energy', run.energy_error === null ? '–' : run.energy_error.toExponential(0), `of ${digits(run.largest_energy, 3)} J is not work: ${run.steps} steps`));
  }

  private makeTheatre(): void {
    try {
      this.theatre = new Theatre(asked('still') !== undefined || asked('frames') !== undefined);
    } catch (e) {
      console.warn(`no 3-D view: ${(e as Error).message}`);
      return;
    }
    const theatre = this.theatre, bent = theatre.addActor(this.robot), kinematics = bent.figure.kinematics;
    const tip = outermost(this.robot), points: number[][] = [];
    for (let i = 0; i < this.t.length; i += Math.ceil(this.t.length / 400)) {
      kinematics.update(this.row(this.t[i]));
      points.push(apply(kinematics.frame(tip), [0, 0, 0]));
    }
    const speed = points.map((p, i) => Math.hypot(...p.map((x, k) => x - points[Math.max(0, i - 1)][k])));
    theatre.addTrace(points, speed);
    theatre.addStiff(this.robot);
    for (const layer of ['trace', 'stiff'] as Layer[]) theatre.show(layer, true);
  }

  private stageBox(): HTMLElement {
    const theatre = this.theatre;
    if (!theatre) return el('div', { class: 'stage nothing' }, el('p', {}, 'This browser has no WebGL: the arm is not drawn, the curves are.'));
    const names: [Layer, string][] = [['trace', 'trace'], ['stiff', 'as if stiff'], ['frames', 'frames']];
    const layers = names.filter(([layer]) => theatre.layers.has(layer)).map(([layer, name]) =>
      el('label', { class: 'check' }, el('input', { type: 'checkbox', checked: theatre.isShown(layer), change: (e: Event) => theatre.show(layer, (e.target as HTMLInputElement).checked) }), name));
    const views = (['free', 'front', 'side', 'top'] as const).map((view) => el('button', { type: 'button', title: `View: ${view}`, click: () => theatre.look(view) }, view));
    return el('div', { class: 'stage' }, theatre.element, el('div', { class: 'views', role: 'group', 'aria-label': 'Views' }, ...views),
      el('div', { class: 'who' }, el('span', {}, 'solid: as it bends'), el('span', {}, 'pale: the same joints, stiff links')),
      el('div', { class: 'layers', role: 'group', 'aria-label': 'What is shown' }, ...layers));
  }

  private slider(): HTMLElement {
    const said = el('output', {}, '1×');
    const input = el('input', { type: 'range', min: 0, max: 20, step: 0.5, value: 1, class: 'exaggeration', 'aria-label': 'How many times the bending is drawn',
      input: () => {
        said.textContent = `${input.value}×`;
        this.exaggerate(Number(input.value));
      } });
    return el('label', { class: 'player' }, 'bending drawn', input, said);
  }

  private exaggerate(times: number): void {
    const kinematics = this.theatre?.actors[0].figure.kinematics;
    if (kinematics instanceof BentKinematics) kinematics.exaggeration = times;
    this.show(this.player.time);
  }

  /// Coordinates at an instant, straight between samples.
  private row(t: number): number[] {
    const last = this.t.length - 1;
    let low = 0, high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.t[middle] <= t) low = middle;
      else high = middle;
    }
    const span = this.t[high] - this.t[low], f = span > 0 ? Math.min(Math.max((t - this.t[low]) / span, 0), 1) : 0;
    return Array.from({ length: this.width }, (_, k) => this.z[low * this.width + k] * (1 - f) + this.z[high * this.width + k] * f);
  }

  private makePanels(): HTMLElement[] {
    const flexible = this.robot.flexible!, { columns } = this.run, n = this.t.length;
    const joints = flexible.coordinates.slice(0, flexible.joints), amplitudes = flexible.coordinates.slice(flexible.joints);
    const of = (all: Float64Array, width: number, k: number): Float64Array => Float64Array.from({ length: n }, (_, i) => all[i * width + k]);
    const curve = (name: string, joint: number, y: Float64Array): Curve => ({ name, joint, track: 0, x: this.t, y });
    const add = (id: string, title: string, unit: string, curves: Curve[]): void => {
      if (curves.length) this.panels.push(new Panel({ id, title, unit, curves, keyed: curves.length <= 4, marks: this.run.moved_until > 0 && this.run.moved_until < this.run.end ? [{ name: 'joints are there', time: this.run.moved_until }] : [], duration: this.player.duration, named: this.panels.length === 0, tracks: [''] }, 'time', (t) => this.jump(t)));
    };
    const tips = unpack(columns.tips), tau = unpack(columns.tau);
    const across = this.run.tips.flatMap((tip, i) => ['x', 'y', 'z'].map((axis, k) => curve(`${tip.link} ${axis}`, i * 3 + k, of(tips, 3 * this.run.tips.length, 3 * i + k).map((x) => 1000 * x))));
    add('deflection', 'Deflection of far ends', 'mm', across.filter((c) => c.y.some((y) => Math.abs(y) > 1e-9)));
    add('position', 'Joints', 'rad, m', joints.map((name, j) => curve(name, j, of(this.z, this.width, j))));
    add('torque', 'Torque', 'N m, N', joints.map((name, j) => curve(name, j, of(tau, joints.length, j))));
    add('amplitudes', 'Amplitudes of shapes', 'm (torsion: rad)', amplitudes.map((name, k) => curve(name, k, of(this.z, this.width, flexible.joints + k))));
    return this.panels.map((p) => p.element);
  }

  private links(): HTMLElement {
    const rows = this.run.tips.map((tip) => [tip.link, digits(tip.length), millimetres(tip.largest), `${digits((100 * tip.largest) / tip.length, 3)} %`, `${digits(tip.at)} s`, millimetres(tip.residual)]);
    return section('Links that bend', 'tips', el('div', { class: 'scroll' }, table(['link', 'length, m', 'largest bend of its far end', 'of its length', 'at', 'swings on by'], rows, [1, 2, 3, 4, 5])));
  }

  private jump(t: number): void {
    this.player.stop();
    this.player.seek(t);
  }

  private show(t: number): void {
    for (const panel of this.panels) panel.moveHead(t);
    this.theatre?.pose(this.row(t));
  }

  private start(): void {
    const theatre = this.theatre;
    const fit = (): void => {
      theatre?.stage.resize();
      for (const panel of this.panels) panel.rebuild();
    };
    theatre?.stage.resize();
    theatre?.fit(Array.from({ length: 25 }, (_, i) => this.row((this.player.duration * i) / 24)));
    for (const panel of this.panels) panel.select(() => true, false);
    onResize(this.page, fit);
    this.player.seek(asked('t') !== undefined ? Number(asked('t')) : asked('still') !== undefined ? this.worst().at : 0);
    let last = 0;
    const frame = (now: number): void => {
      this.player.tick(now);
      theatre?.stage.play(this.player.playing);
      if (theatre?.stage.draw() && this.player.playing && last) theatre.stage.keepUp((now - last) / 1000);
      last = now;
      requestAnimationFrame(frame);
    };
    theatre?.stage.draw();
    requestAnimationFrame(frame);
    Object.assign(window, { alembert: {
      seek: (t: number) => this.jump(t),
      duration: this.player.duration,
      exaggerate: (times: number) => this.exaggerate(times),
      framePosition: (name: string, actor = 0) => theatre?.framePosition(name, actor) ?? null,
      skinTip: (link: string) => theatre?.actors[0].figure.farCorner(link) ?? null,
    } });
  }
}

export function bendingPage(report: Report, page: HTMLElement): void {
  new BendingPage(report, page).build();
}
