// The page of a motion, or of several over each other.
import { onResize } from './resize';
import { isPlacing, type Margin, type MotionData, type Report } from './document';
import { asked, counted, digits, el, percent, section, table } from './dom';
import { convergence, diary } from './convergence';
import { effortBars } from './effort';
import { Lanes } from './lanes';
import { Player } from './player';
import { type Curve, Panel, type PanelData } from './plots';
import { badge, lead, tiles } from './summary';
import { type Layer, Theatre } from './theatre';
import { jointColour, onTheme } from './theme';
import { Track, type Quantity, quantities } from './track';
import { undrawn } from './undrawn';
import { record } from './film';

const titles: Record<Quantity, string> = { q: 'Position', v: 'Velocity', a: 'Acceleration', tau: 'Torque', power: 'Power' };
const units: Record<Quantity, [string, string]> = {
  q: ['rad', 'm'], v: ['rad/s', 'm/s'], a: ['rad/s²', 'm/s²'], tau: ['N m', 'N'], power: ['W', 'W'],
};

function unitOf(quantity: Quantity, kinds: string[]): string {
  const [angular, linear] = units[quantity];
  const turns = kinds.some((k) => k !== 'linear'), slides = kinds.includes('linear');
  return turns && slides && angular !== linear ? `${angular}, ${linear}` : slides && !turns ? linear : angular;
}

function tracksOf(report: Report): Track[] {
  const out: Track[] = [];
  for (const motion of report.motions!) {
    const robot = report.robots![motion.robot];
    if (motion.run) out.push(new Track('simulated', robot, motion, motion.run.columns, true));
    out.push(new Track(motion.run ? 'plan' : motion.label, robot, motion, motion.columns, false));
  }
  return out;
}

/// Of robots with many joints those that stand still in every motion that is shown, unless all do.
function stillJoints(tracks: Track[]): Set<number> {
  const joints = tracks[0].motion.document.joints.map((_, j) => j);
  const stands = (track: Track, j: number): boolean => {
    const q = track.curve('q', j);
    return q.every((x) => Math.abs(x - q[0]) < 1e-6);
  };
  const still = joints.length > 8 ? joints.filter((j) => tracks.every((track) => stands(track, j))) : [];
  return new Set(still.length < joints.length ? still : []);
}

class MotionPage {
  private readonly tracks: Track[];
  private readonly panels: Panel[] = [];
  private readonly player: Player;
  private theatre?: Theatre;
  private lanes: Lanes;
  private readonly chosen = new Set<number>();
  private readonly still: Set<number>; // joints that are folded away
  private unfolded = false;
  private share = false;
  private readonly instant: HTMLElement[][] = [];
  private lastNumbers = -1;
  private numbersSeen = false;

  constructor(private readonly report: Report, private readonly page: HTMLElement) {
    this.tracks = tracksOf(report);
    this.still = stillJoints(this.tracks);
    const duration = Math.max(...this.tracks.map((t) => t.duration), 1e-9);
    this.lanes = new Lanes(this.tracks[this.first()], duration, (t) => this.jump(t), (j) => this.choose(j, false));
    this.player = new Player(duration, (t) => this.showInstant(t));
  }

  /// The track whose limits and waypoints are shown: the plan where there is one.
  private first(): number {
    return Math.max(0, this.tracks.findIndex((t) => !t.isRun));
  }

  private jump(t: number): void {
    this.player.stop();
    this.player.seek(t);
  }

  build(): void {
    const motions = this.report.motions!;
    if (asked('frames') !== undefined) this.page.classList.add('film');
    this.makeTheatre();
    const left = el('div', { class: 'left' }, this.stageBox(), this.player.element, this.lanes.element);
    const right = el('div', { class: 'right' }, this.chips(), ...this.makePanels());
    this.page.append(
      el('header', { class: 'hero' },
        el('div', { class: 'names' }, el('h1', {}, this.report.title), ...(motions.length === 1 ? [badge(motions[0])] : [])),
        ...(motions.length === 1 ? [lead(motions[0]), tiles(motions[0])] : [this.comparison()]),
        this.obstaclesToSuccess(motions[0])),
      el('div', { class: 'work' }, left, right),
      ...motions.flatMap((motion) => this.details(motion)),
    );
    this.start();
  }

  /// Several motions side by side in a table.
  private comparison(): HTMLElement {
    const rows = this.report.motions!.map((motion) => {
      const { document: d, words } = motion, nearest = words.margins.find((m) => m.verdict !== 'residual');
      return [motion.label, badge(motion), `${digits(d.duration)} s`, digits(d.objective), nearest ? `${percent(nearest.room)} (${nearest.name})` : '–', `${d.solver.iterations} in ${digits(d.solver.seconds, 3)} s`];
    });
    return el('div', { class: 'scroll' }, table(['motion', 'worth', 'duration', 'objective', 'nearest limit, margin', 'iterations'], rows, [2, 3]));
  }

  /// What stands in the way of an answer, and where.
  private obstaclesToSuccess(motion: MotionData): HTMLElement | null {
    const { violations } = motion.words;
    if (violations.length === 0) return null;
    return el('div', { class: 'way', role: 'note' }, el('h2', {}, 'What stands in the way'),
      el('ul', {}, ...violations.slice(0, 6).map((v) => el('li', {},
        el('button', { type: 'button', class: 'link', click: () => this.jump(v.time ?? 0) }, v.sentence ?? v.name)))));
  }

  private makeTheatre(): void {
    try {
      this.theatre = new Theatre(asked('still') !== undefined || asked('frames') !== undefined);
    } catch (e) {
      console.warn(`no 3-D view: ${(e as Error).message}`);
      return;
    }
    const theatre = this.theatre;
    for (const track of this.tracks) theatre.addActor(track.robot, track);
    theatre.onPick = (joint) => this.choose(joint, false);
    const several = this.tracks.length > 1;
    for (const layer of ['trace', 'obstacles', 'forces', 'footprints'] as Layer[]) theatre.show(layer, true);
    if (!several) {
      const small = this.tracks[0].robot.joints.length <= 12;
      theatre.addGhosts(this.tracks[0], small ? 5 : 4);
      theatre.show('ghosts', small);
    }
  }

  private stageBox(): HTMLElement {
    if (!this.theatre) {
      return el('div', { class: 'stage nothing' }, el('p', {}, 'This browser has no WebGL: the arm is not drawn, the curves are.'));
    }
    const theatre = this.theatre;
    const names: [Layer, string][] = [['trace', 'trace'], ['ghosts', 'ghosts'], ['obstacles', 'obstacles'], ['clearance', 'clearance'], ['frames', 'frames'], ['footprints', 'footprints'], ['forces', 'forces']];
    const layers = names.filter(([layer]) => theatre.layers.has(layer)).map(([layer, name]) =>
      el('label', { class: 'check' }, el('input', { type: 'checkbox', checked: theatre.isShown(layer), change: (e: Event) => theatre.show(layer, (e.target as HTMLInputElement).checked) }), name));
    const views = (['free', 'front', 'side', 'top'] as const).map((view) =>
      el('button', { type: 'button', title: `View: ${view}`, click: () => theatre.look(view) }, view));
    const legend = this.tracks.length > 1
      ? el('div', { class: 'who' }, ...this.tracks.map((t, k) => el('span', { class: `who${k}` }, k === 0 ? `${t.label} (solid)` : `${t.label} (pale, dashed)`)))
      : el('div', { class: 'who speed' }, el('span', {}, 'way: slow'), el('i', {}), el('span', {}, 'fast'));
    return el('div', { class: 'stage' }, theatre.element,
      el('div', { class: 'views', role: 'group', 'aria-label': 'Views' }, ...views), legend,
      el('div', { class: 'layers', role: 'group', 'aria-label': 'What is shown' }, ...layers));
  }

  /// One button a joint: shows its curves alone; with shift, beside others.
  private chips(): HTMLElement {
    const { joints } = this.tracks[0].motion.document;
    const chip = (j: number): HTMLElement => {
      const dot = el('i', { 'aria-hidden': 'true' });
      onTheme(() => (dot.style.background = jointColour(j)));
      return el('button', { type: 'button', class: 'chip', 'data-joint': j, 'aria-pressed': 'false', title: 'Show this joint alone; with shift, beside others',
        click: (e: MouseEvent) => this.choose(j, e.shiftKey || e.ctrlKey) }, dot, joints[j]);
    };
    const share = el('label', { class: 'check' }, el('input', { type: 'checkbox', change: (e: Event) => {
      this.share = (e.target as HTMLInputElement).checked;
      this.select();
    } }), 'in % of limits');
    const [moving, still] = [false, true].map((is) => joints.map((_, j) => j).filter((j) => this.still.has(j) === is));
    const folded: HTMLDetailsElement | false = still.length > 0 && el('details', { class: 'still', toggle: () => {
      this.unfolded = (folded as HTMLDetailsElement).open;
      this.select();
    } }, el('summary', {}, `${counted(still.length, 'joint')} standing still`), el('div', { class: 'chips' }, ...still.map(chip)));
    return el('div', { class: 'chips', role: 'group', 'aria-label': 'Joints' },
      el('button', { type: 'button', class: 'chip all', 'aria-pressed': 'true', click: () => this.choose(-1, false) }, still.length ? `all that move (${moving.length})` : 'all joints'),
      ...moving.map(chip), share, folded);
  }

  private choose(joint: number, beside: boolean): void {
    const only = this.chosen.size === 1 && this.chosen.has(joint);
    if (!beside) this.chosen.clear();
    if (joint >= 0 && !only) {
      if (beside && this.chosen.has(joint)) this.chosen.delete(joint);
      else this.chosen.add(joint);
    }
    for (const chip of this.page.querySelectorAll<HTMLElement>('.chip')) {
      const j = Number(chip.dataset.joint ?? -1);
      chip.setAttribute('aria-pressed', String(j < 0 ? this.chosen.size === 0 : this.chosen.has(j)));
    }
    this.select();
  }

  private select(): void {
    for (const panel of this.panels) {
      panel.select((j) => j < 0 || (this.chosen.size === 0 ? this.unfolded || !this.still.has(j) : this.chosen.has(j)), this.share);
    }
  }

  private makePanels(): HTMLElement[] {
    const plan = this.tracks[this.first()];
    const base = { marks: plan.motion.document.waypoints, duration: this.player.duration, tracks: this.tracks.map((t) => t.label) };
    const seek = (t: number): void => this.jump(t);
    for (const quantity of quantities) {
      const curves = this.tracks.flatMap((track, k) => (track.has(quantity) ? this.curvesOf(track, k, quantity) : []));
      if (curves.length === 0) continue;
      this.panels.push(new Panel({ ...base, id: titles[quantity].toLowerCase(), title: titles[quantity], unit: unitOf(quantity, this.kindsOf(plan)), curves, named: this.panels.length === 0 }, 'time', seek));
    }
    this.addGround(base, seek);
    this.addErrors(base, seek);
    const distances = this.tracks.flatMap((track, k) => track.distances().map((d, j): Curve => ({ name: d.name, joint: j, track: k, x: track.t, y: d.y })));
    if (distances.length) {
      const margin = plan.motion.document.given.clearance.margin;
      const all = distances.map((c) => ({ ...c, joint: -1 - c.joint }));
      this.panels.push(new Panel({ ...base, id: 'distance', title: 'Distance', unit: 'm', curves: all, named: false, floor: { value: margin, name: 'margin' } }, 'time', seek));
    }
    return this.panels.map((p) => p.element);
  }

  /// Of all joints but those that only place it on the ground.
  private kindsOf(track: Track): string[] {
    return track.motion.document.joint_kinds.filter((_, j) => !isPlacing(track.robot, j) || !this.still.has(j));
  }

  private curvesOf(track: Track, k: number, quantity: Quantity): Curve[] {
    return track.motion.document.joints.map((name, j): [string, number] => [name, j]).filter(([, j]) => track.isTold(quantity, j)).map(([name, j]) => {
      const [lower, upper] = track.limits(quantity, j);
      return { name, joint: j, track: k, x: track.t, y: track.curve(quantity, j), lower: isFinite(lower) ? lower : undefined, upper: isFinite(upper) ? upper : undefined };
    });
  }

  /// Of a robot on the ground: how it presses and where. Several motions share their axes.
  private addGround(base: { marks: { name: string; time: number }[]; duration: number; tracks: string[] }, seek: (t: number) => void): void {
    const panels = new Map<string, PanelData>();
    this.tracks.forEach((track, k) => {
      for (const plot of track.ground()?.plots(k) ?? []) {
        const same = panels.get(plot.id);
        if (same) same.curves.push(...plot.curves);
        else panels.set(plot.id, { ...base, ...plot, named: false, keyed: true });
      }
    });
    for (const data of panels.values()) this.panels.push(new Panel(data, 'time', seek));
  }

  /// Simulated less planned.
  private addErrors(base: { marks: { name: string; time: number }[]; duration: number; tracks: string[] }, seek: (t: number) => void): void {
    const run = this.tracks.find((t) => t.isRun);
    const plan = this.tracks[this.first()];
    if (!run) return;
    const planned = Array.from(run.t, (t) => plan.q(t));
    const curves = run.motion.document.joints.map((name, j): Curve => ({
      name, joint: j, track: 0, x: run.t, y: run.curve('q', j).map((q, i) => q - planned[i][j]),
    }));
    this.panels.splice(1, 0, new Panel({ ...base, id: 'error', title: 'Error: simulated less planned', unit: unitOf('q', this.kindsOf(run)), curves, named: false }, 'time', seek));
  }

  private marginTable(rows: (string | Node)[][]): HTMLElement {
    return el('div', { class: 'scroll' }, table(['limit', 'value', 'bound', '', 'margin', 'known', 'at'], rows, [1, 2, 4]));
  }

  private details(motion: MotionData): HTMLElement[] {
    const { document: d, words } = motion;
    const several = this.report.motions!.length > 1;
    const name = (text: string): string => (several ? `${motion.label}: ${text}` : text);
    const id = (text: string): string => text + (several ? `-${this.report.motions!.indexOf(motion)}` : '');
    const row = (m: Margin): (string | Node)[] => [
      m.name, digits(m.value), digits(m.bound), m.unit, m.verdict === 'residual' ? digits(m.room === null ? null : -m.room, 2) : percent(m.room),
      el('span', { class: `verdict ${m.verdict.replace(' ', '-')}` }, m.verdict),
      el('button', { type: 'button', class: 'link', 'aria-label': `Go to ${digits(m.time)} seconds`, click: () => this.jump(m.time ?? 0) }, `${digits(m.time)} s`),
    ];
    const out = [section(name('Margin to every limit'), id('margins'),
      el('p', {}, 'Where each limit is met most nearly, and the margin that is left at every instant, as a share of the limit.'),
      this.marginTable(words.margins.slice(0, 10).map(row)),
      words.margins.length > 10 && el('details', {}, el('summary', {}, `${words.margins.length - 10} more`), this.marginTable(words.margins.slice(10).map(row))))];
    const track = this.tracks.find((t) => t.motion === motion && !t.isRun);
    const effort = track && effortBars(track, name('Effort by joint'), id('effort'), (t) => this.jump(t));
    if (effort) out.push(effort);
    if (motion.run) out.push(section('The simulated run', 'run', el('pre', { class: 'copy' }, motion.run.text)));
    if (!several) out.push(this.numbers(motion));
    const search = [convergence(d.history), diary(d.solver.attempts)];
    if (search.some(Boolean)) out.push(section(name('How the search went'), id('search'), ...search));
    if (words.verification) out.push(section(name('Verification'), id('verification'), el('p', {}, words.verification)));
    out.push(section(name('The problem as given'), id('problem'), this.problem(motion)));
    const missing = undrawn(this.report.robots![motion.robot], id('undrawn'));
    if (missing) out.push(missing);
    return out;
  }

  /// Everything at the instant that is shown, to copy.
  private numbers(motion: MotionData): HTMLElement {
    const track = this.tracks[0];
    const shown = quantities.filter((x) => track.has(x));
    const rows = motion.document.joints.map((name) => {
      const cells = shown.map(() => el('span', {}));
      this.instant.push(cells);
      return [name, ...cells] as (string | Node)[];
    });
    const head = ['joint', ...shown.map((x) => `${titles[x].toLowerCase()}, ${unitOf(x, this.kindsOf(track))}`)];
    const tableOf = (still: boolean): HTMLElement =>
      el('div', { class: 'scroll' }, table(head, rows.filter((_, j) => this.still.has(j) === still), shown.map((_, i) => i + 1)));
    const out = section('Numbers at this instant', 'numbers', tableOf(false),
      this.still.size > 0 && el('details', {}, el('summary', {}, `${counted(this.still.size, 'joint')} standing still`), tableOf(true)));
    new IntersectionObserver((all) => (this.numbersSeen = all[0].isIntersecting)).observe(out);
    return out;
  }

  private fillNumbers(t: number): void {
    const track = this.tracks[0], shown = quantities.filter((x) => track.has(x));
    this.instant.forEach((cells, j) => cells.forEach((cell, k) => (cell.textContent = track.isTold(shown[k], j) ? digits(track.value(shown[k], j, t), 6) : '')));
  }

  private problem(motion: MotionData): HTMLElement {
    const { document: d } = motion, robot = this.report.robots![motion.robot];
    const facts: [string, string][] = [
      ['robot', `${d.robot.name} (${d.robot.file}), ${d.joints.length} coordinates, ${robot.links.length} links`],
      ['problem', d.problem || 'made by a program'],
      ['minimize', Object.entries(d.objective_terms).map(([n]) => n).join(', ') || 'duration'],
      ['limits', d.certificate.method],
    ];
    return el('div', {}, table(['', ''], facts),
      el('details', {}, el('summary', {}, 'Every field'), el('pre', { class: 'copy' }, JSON.stringify(d.given, null, 1))));
  }

  private showInstant(t: number): void {
    for (const panel of this.panels) panel.moveHead(t);
    this.lanes.moveHead(t);
    this.theatre?.seek(t);
    const now = performance.now();
    if (this.player?.playing && (!this.numbersSeen || now - this.lastNumbers < 150)) return;
    this.lastNumbers = now;
    this.fillNumbers(t);
  }

  private start(): void {
    const theatre = this.theatre;
    const fit = (): void => {
      theatre?.stage.resize();
      for (const panel of this.panels) panel.rebuild();
    };
    const [wide, tall] = (asked('frames') ?? '').split('x').map(Number);
    if (theatre && tall > 0) Object.assign(theatre.element.parentElement!.style, { width: `${wide}px`, height: `${tall}px` });
    theatre?.stage.resize();
    theatre?.fit();
    this.select();
    onResize(this.page, fit);
    const still = asked('still') !== undefined;
    this.player.seek(asked('t') !== undefined ? Number(asked('t')) : still ? this.player.duration * 0.45 : 0);
    if (theatre && asked('frames') !== undefined) record(theatre, this.player, this.report.title);
    let last = 0;
    const frame = (now: number): void => {
      this.player.tick(now);
      theatre?.stage.play(this.player.playing);
      const drawn = theatre?.stage.draw() ?? false;
      if (drawn && this.player.playing && last) theatre!.stage.keepUp((now - last) / 1000);
      last = now;
      requestAnimationFrame(frame);
    };
    theatre?.stage.draw();
    requestAnimationFrame(frame);
    // For tests and for the curious: what the picture holds, and a way to an instant.
    Object.assign(window, { alembert: {
      ready: performance.now(),
      play: () => this.player.toggle(),
      drawn: () => theatre?.stage.drawn ?? 0,
      sharpness: () => theatre?.stage.sharpness ?? 1,
      seek: (t: number) => this.jump(t),
      duration: this.player.duration,
      framePosition: (name: string, actor = 0) => theatre?.framePosition(name, actor) ?? null,
      frames: () => this.tracks[0].robot.frames.map((f) => f.name),
      q: (t: number) => this.tracks[0].q(t),
      ground: (t: number) => {
        const ground = this.tracks[this.first()].ground();
        return (ground?.contacts ?? []).map((c) => ({ name: c.name, force: ground!.force(c, t), pressure: ground!.pressure(c, t) }));
      },
    } });
  }
}

export function motionPage(report: Report, page: HTMLElement): void {
  new MotionPage(report, page).build();
}
