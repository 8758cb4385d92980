// The page of a robot: sliders for its joints, its frames and masses, and what the doctor found.
import type { Finding, Obstacle, Report, RobotData } from './document';
import { asked, counted, digits, el, section, table } from './dom';
import { undrawn } from './undrawn';
import { place } from './kinematics';
import { onResize } from './resize';
import { type Layer, Theatre } from './theatre';
import { jointColour, onTheme } from './theme';

/// A pose in which an arm looks like one: in the middle of its limits, a little bent.
function restingPose(robot: RobotData): number[] {
  return robot.coordinates.map((c) => {
    const lower = c.lower ?? -Infinity, upper = c.upper ?? Infinity;
    if (lower <= 0 && upper >= 0) return 0;
    return isFinite(lower) && isFinite(upper) ? (lower + upper) / 2 : isFinite(lower) ? lower : upper;
  });
}

/// What a slider covers: the limits; where there are none, half a turn or a metre either way; of
/// many turns four, about zero as far as the limits let them.
function range(c: RobotData['coordinates'][number]): [number, number] {
  const span = c.angular ? Math.PI : 1, widest = c.angular ? 8 * Math.PI : Infinity;
  const low = c.lower ?? Math.min(-span, (c.upper ?? span) - 2 * span);
  const high = c.upper ?? Math.max(span, (c.lower ?? -span) + 2 * span);
  if (high - low <= widest) return [low, high];
  const middle = Math.min(Math.max(0, low + widest / 2), high - widest / 2);
  return [middle - widest / 2, middle + widest / 2];
}

/// "−1.26 to 1.26, 200 N m".
function limitsOf(c: RobotData['coordinates'][number]): string {
  const torque = c.torque !== null ? `, ${digits(c.torque, 3)} ${c.angular ? 'N m' : 'N'}` : '';
  if (c.lower === null && c.upper === null) return `no position limits${c.wraps ? ': turns on' : ''}${torque}`;
  return `${c.lower === null ? 'no limit' : digits(c.lower, 3)} to ${c.upper === null ? 'no limit' : digits(c.upper, 3)}${torque}`;
}

class RobotPage {
  private readonly robot: RobotData;
  private readonly findings: Finding[];
  private readonly obstacles: Obstacle[];
  private readonly q: number[];
  private readonly sliders: { input: HTMLInputElement; value: HTMLElement }[] = [];
  private readonly places: HTMLElement[] = [];
  private theatre?: Theatre;

  constructor(report: Report, private readonly page: HTMLElement) {
    this.robot = report.robots![0];
    this.findings = report.findings ?? [];
    this.obstacles = report.obstacles ?? [];
    this.q = restingPose(this.robot);
  }

  build(): void {
    const robot = this.robot;
    this.makeTheatre();
    this.page.append(
      el('header', { class: 'hero' }, el('div', { class: 'names' }, el('h1', {}, robot.name), this.verdict()), el('p', { class: 'lead' }, this.inWords())),
      el('div', { class: 'work' }, el('div', { class: 'left' }, this.stageBox()), el('div', { class: 'right' }, this.joints())),
      this.doctor(), undrawn(robot) ?? '', this.masses(), this.frames(),
    );
    this.start();
  }

  private verdict(): HTMLElement {
    const errors = this.findings.filter((f) => f.severity === 'error').length;
    const warnings = this.findings.filter((f) => f.severity === 'warning').length;
    if (errors) return el('span', { class: 'badge bad' }, `✕ ${counted(errors, 'error')}`);
    return warnings ? el('span', { class: 'badge fair' }, `○ ${counted(warnings, 'warning')}`) : el('span', { class: 'badge good' }, '✓ healthy');
  }

  private inWords(): string {
    const { coordinates, links, frames, gravity } = this.robot;
    const mass = links.reduce((sum, l) => sum + (l.inertia?.mass ?? 0) + (l.payload?.mass ?? 0), 0);
    const turning = coordinates.filter((c) => c.angular).length, sliding = coordinates.length - turning;
    const parts = [turning && `${turning} turning`, sliding && `${sliding} sliding`].filter((x) => x).join(' and ');
    return `${parts} coordinate${coordinates.length === 1 ? '' : 's'}, ${links.length} links, ${frames.length} frames, ${digits(mass)} kg. Gravity (${gravity.map((g) => digits(g, 3)).join(', ')}) m/s².`;
  }

  private makeTheatre(): void {
    try {
      this.theatre = new Theatre(asked('still') !== undefined);
    } catch (e) {
      console.warn(`no 3-D view: ${(e as Error).message}`);
      return;
    }
    this.theatre.addActor(this.robot);
    this.theatre.addMasses(this.robot);
    this.theatre.show('masses', true);
    this.theatre.addObstacles(this.obstacles);
    this.theatre.show('obstacles', true);
    for (const finding of this.findings) {
      if (finding.link && finding.severity !== 'note') this.theatre.addNote(finding.link, `${finding.severity}: ${finding.link}`, `finding ${finding.severity}`);
    }
  }

  private stageBox(): HTMLElement {
    if (!this.theatre) return el('div', { class: 'stage nothing' }, el('p', {}, 'This browser has no WebGL: the robot is not drawn.'));
    const theatre = this.theatre;
    const names: [Layer, string][] = [['frames', 'frames'], ['masses', 'mass centres'], ['inertias', 'inertia ellipsoids']];
    const layers = names.map(([layer, name]) => el('label', { class: 'check' },
      el('input', { type: 'checkbox', checked: theatre.isShown(layer), change: (e: Event) => theatre.show(layer, (e.target as HTMLInputElement).checked) }), name));
    const views = (['free', 'front', 'side', 'top'] as const).map((view) => el('button', { type: 'button', click: () => theatre.look(view) }, view));
    return el('div', { class: 'stage' }, theatre.element, el('div', { class: 'views', role: 'group', 'aria-label': 'Views' }, ...views),
      el('div', { class: 'layers', role: 'group', 'aria-label': 'What is shown' }, ...layers));
  }

  private joints(): HTMLElement {
    const rows = this.robot.coordinates.map((c, j) => {
      const [low, high] = range(c);
      const value = el('output', { class: 'value' });
      const input = el('input', { type: 'range', min: low, max: high, step: 'any', value: this.q[j], 'aria-label': `${c.name}, ${c.angular ? 'rad' : 'm'}`,
        input: () => {
          this.q[j] = Number(input.value);
          this.show();
        } });
      this.sliders.push({ input, value });
      const dot = el('i', { 'aria-hidden': 'true' });
      onTheme(() => (dot.style.background = jointColour(j)));
      return el('div', { class: 'joint', 'data-joint': j }, el('span', { class: 'name' }, dot, c.name), input, value,
        el('small', {}, limitsOf(c)));
    });
    return el('section', { class: 'joints', 'aria-label': 'Joints' }, el('div', { class: 'bar' }, el('h2', {}, 'Joints'),
      el('button', { type: 'button', click: () => this.set(restingPose(this.robot)) }, 'middle'),
      el('button', { type: 'button', click: () => this.set(this.robot.coordinates.map((c) => {
        const [low, high] = range(c);
        return low + Math.random() * (high - low);
      })) }, 'anywhere')), ...rows);
  }

  private set(q: number[]): void {
    q.forEach((x, j) => (this.q[j] = x));
    this.show();
  }

  private doctor(): HTMLElement {
    if (this.findings.length === 0) return section('What the doctor found', 'doctor', el('p', {}, 'Nothing: inertias are possible, units plausible, limits sensible.'));
    const rows = this.findings.map((f) => [el('span', { class: `verdict ${f.severity}` }, f.severity), f.link || '–', f.reason, f.fix, f.line ? `${f.file}:${f.line}` : f.file] as (string | Node)[]);
    return section('What the doctor found', 'doctor', el('div', { class: 'scroll' }, table(['', 'link', 'what', 'fix', 'where'], rows)));
  }

  private masses(): HTMLElement {
    const rows = this.robot.links.map((l) => [l.name, l.joint || '(base)', digits(l.inertia?.mass), l.inertia ? l.inertia.com.map((x) => digits(x)).join(', ') : '–',
      l.inertia ? [0, 1, 2].map((k) => digits(l.inertia!.about_com[k][k], 3)).join(', ') : '–']);
    return section('Links', 'links', el('div', { class: 'scroll' }, table(['link', 'carried by', 'mass, kg', 'mass centre, m', 'Ixx, Iyy, Izz, kg m²'], rows, [2])));
  }

  private frames(): HTMLElement {
    const rows = this.robot.frames.map((f) => {
      const at = el('span', {});
      this.places.push(at);
      return [f.name, at] as (string | Node)[];
    });
    return section('Frames, in this pose', 'frames', el('div', { class: 'scroll' }, table(['frame', 'x, y, z, m'], rows)));
  }

  private show(): void {
    this.theatre?.pose(this.q);
    this.sliders.forEach(({ input, value }, j) => {
      input.value = String(this.q[j]);
      value.textContent = `${digits(this.q[j], 4)} ${this.robot.coordinates[j].angular ? 'rad' : 'm'}`;
      input.setAttribute('aria-valuetext', value.textContent);
    });
    const kinematics = this.theatre?.actors[0].figure.kinematics;
    if (kinematics) this.places.forEach((cell, i) => (cell.textContent = place(kinematics.frame(i)).map((x) => digits(Math.abs(x) < 1e-12 ? 0 : x, 5)).join(', ')));
  }

  private start(): void {
    const theatre = this.theatre;
    theatre?.stage.resize();
    this.show();
    theatre?.fit();
    onResize(this.page, () => theatre?.stage.resize());
    const frame = (): void => {
      theatre?.stage.draw();
      requestAnimationFrame(frame);
    };
    theatre?.stage.draw();
    requestAnimationFrame(frame);
    Object.assign(window, { alembert: {
      pose: (q: number[]) => this.set(q),
      framePosition: (name: string) => theatre?.framePosition(name) ?? null,
      frames: () => this.robot.frames.map((f) => f.name),
      pieces: () => this.robot.links.map((_, i) => theatre?.actors[0].figure.body.pieces.filter((p) => p.link === i).length ?? 0),
    } });
  }
}

export function robotPage(report: Report, page: HTMLElement): void {
  new RobotPage(report, page).build();
}
