// Curves in time: one panel a quantity, limits as bands, active limits highlighted, one cursor for
// all. Every panel gives its picture and its numbers away.
import uPlot from 'uplot';
import { counted, download, el } from './dom';
import { jointColour, jointDash, onTheme, theme } from './theme';

export interface Curve {
  name: string;
  joint: number; // its colour
  track: number; // its dash, where several motions are compared
  x: Float64Array;
  y: Float64Array;
  lower?: number;
  upper?: number;
}

export interface PanelData {
  id: string;
  title: string;
  unit: string;
  curves: Curve[];
  marks: { name: string; time: number }[];
  /// A level for all curves, such as a margin that is kept.
  floor?: { value: number; name: string };
  /// A level to compare with, such as a weight.
  level?: { value: number; name: string };
  duration: number;
  keyed?: boolean; // whether curves are named above it
  named: boolean; // whether marks have their names beside them
  tracks: string[];
}

const number = (x: number): string => String(Number(x.toPrecision(4))).replace('-', '−');

export class Panel {
  readonly element: HTMLElement;
  private readonly holder: HTMLElement;
  private readonly readout: HTMLElement;
  private plot?: uPlot;
  private head?: HTMLElement;
  private headAt = NaN;
  private shown: Curve[] = [];
  private limited: Curve[] = [];
  private time = 0;
  private share = false;

  constructor(
    readonly data: PanelData,
    private readonly sync: string,
    private readonly onSeek: (t: number) => void,
  ) {
    this.holder = el('div', { class: 'plot', role: 'img', 'aria-label': this.describe() });
    this.readout = el('span', { class: 'readout' });
    const exports = el('span', { class: 'exports' },
      el('button', { type: 'button', title: 'Picture of this plot', 'aria-label': `${data.title}: save as PNG`, click: () => this.savePicture() }, 'PNG'),
      el('button', { type: 'button', title: 'Numbers of this plot', 'aria-label': `${data.title}: save as CSV`, click: () => this.saveNumbers() }, 'CSV'),
    );
    const keys = (data.keyed ? data.curves : []).filter((c, i, all) => all.findIndex((d) => d.name === c.name) === i).map((curve) => {
      const dot = el('i', { 'aria-hidden': 'true' });
      onTheme(() => (dot.style.background = jointColour(curve.joint)));
      return el('span', { class: 'key' }, dot, curve.name);
    });
    this.element = el('figure', { class: 'panel', id: `plot-${data.id}` },
      el('figcaption', {}, el('span', { class: 'title' }, data.title), el('span', { class: 'unit' }, data.unit), ...keys, this.readout, exports),
      this.holder,
    );
    onTheme(() => this.rebuild());
  }

  /// For who does not see it: what is shown, from where to where.
  private describe(): string {
    const { title, unit, duration } = this.data, few = this.shown.slice(0, 6);
    const ranges = few.map((c) => `${c.name} from ${number(Math.min(...c.y))} to ${number(Math.max(...c.y))}`);
    if (few.length < this.shown.length) ranges.push(`and ${this.shown.length - few.length} more`);
    return `${title}${unit ? ` in ${unit}` : ''} against time, 0 to ${number(duration)} seconds, ${counted(this.shown.length, 'curve')}${ranges.length ? `: ${ranges.join(', ')}` : ''}`;
  }

  /// Shows the curves of these joints, as numbers or as shares of their limits.
  select(joints: (joint: number) => boolean, share: boolean): void {
    this.shown = this.data.curves.filter((curve) => joints(curve.joint));
    this.share = share && this.shown.some((c) => this.scaleOf(c) < Infinity);
    this.holder.setAttribute('aria-label', this.describe());
    this.limited = this.shown.filter((c) => (c.lower !== undefined || c.upper !== undefined) && this.near(c));
    this.rebuild();
  }

  private scaleOf(curve: Curve): number {
    const lower = Math.abs(curve.lower ?? Infinity), upper = Math.abs(curve.upper ?? Infinity);
    const scale = Math.max(isFinite(lower) ? lower : 0, isFinite(upper) ? upper : 0);
    return scale > 0 ? scale : Infinity;
  }

  /// Where a value is between its limits: -1 at the lower, 1 at the upper.
  private relative(curve: Curve, y: number): number {
    const lower = curve.lower ?? -Infinity, upper = curve.upper ?? Infinity;
    if (!isFinite(lower) || !isFinite(upper) || upper <= lower) return y / this.scaleOf(curve);
    return (2 * (y - lower)) / (upper - lower) - 1;
  }

  private values(curve: Curve): ArrayLike<number> {
    return this.share ? curve.y.map((y) => this.relative(curve, y)) : curve.y;
  }

  rebuild(): void {
    const width = this.holder.clientWidth;
    if (width === 0) return;
    this.plot?.destroy();
    const colours = theme();
    const curves = this.shown;
    const data = uPlot.join(
      curves.length
        ? curves.map((c) => [Array.from(c.x), Array.from(this.values(c) as Float64Array)] as uPlot.AlignedData)
        : [[[0, this.data.duration], [null, null]] as uPlot.AlignedData],
    );
    const axis = {
      stroke: colours.faint,
      grid: { stroke: colours.line, width: 1 },
      ticks: { stroke: colours.line, width: 1, size: 4 },
      font: '11px system-ui, sans-serif',
    };
    const options: uPlot.Options = {
      width,
      height: this.holder.clientHeight || 130,
      padding: [6, 8, 0, 0],
      legend: { show: false },
      cursor: {
        sync: { key: this.sync, setSeries: false },
        drag: { x: false, y: false },
        points: { size: 6 },
        y: false,
      },
      scales: {
        x: { time: false, range: [0, this.data.duration] },
        y: { range: (_, low, high) => this.range(low, high) },
      },
      axes: [
        { ...axis, size: 22, gap: 3, values: (_, ticks) => ticks.map((t, i) => number(t) + (i === ticks.length - 1 ? ' s' : '')) },
        { ...axis, size: 50, gap: 4, space: 26, values: (_, ticks) => ticks.map((y) => (this.share ? `${Math.round(100 * y)} %` : number(y))) },
      ],
      series: [
        {},
        ...(curves.length ? curves : [null]).map((c) => ({
          stroke: c ? jointColour(c.joint) : 'transparent',
          width: c && this.data.tracks.length > 1 && c.track > 0 ? 1.2 : 1.7,
          dash: c ? (c.track > 0 ? [[5, 4], [2, 3]][(c.track - 1) % 2] : jointDash(c.joint)) : [],
          spanGaps: true,
          points: { show: false },
        })),
      ],
      hooks: {
        drawClear: [(u) => this.drawBands(u)],
        draw: [(u) => this.drawMarks(u)],
        setCursor: [(u) => this.hover(u)],
      },
    };
    this.plot = new uPlot(options, data, this.holder);
    this.head = el('div', { class: 'playhead' });
    this.headAt = NaN;
    this.plot.over.append(this.head);
    this.plot.over.addEventListener('pointerdown', (e) => this.scrub(e));
    this.moveHead(this.time);
  }

  private scrub(down: PointerEvent): void {
    const over = this.plot!.over;
    const seek = (e: PointerEvent): void => this.onSeek(this.plot!.posToVal(e.clientX - over.getBoundingClientRect().left, 'x'));
    seek(down);
    over.setPointerCapture(down.pointerId);
    const stop = (): void => over.removeEventListener('pointermove', seek);
    over.addEventListener('pointermove', seek);
    over.addEventListener('pointerup', stop, { once: true });
    over.addEventListener('pointercancel', stop, { once: true });
  }

  /// Limits come into view where the curves come near them.
  /// Whether a curve comes near its limit, so that the limit says something.
  private near(curve: Curve): boolean {
    if (this.shown.length === 1) return true;
    const room = 0.2 * this.scaleOf(curve);
    return curve.y.some((y) => (curve.upper !== undefined && y > curve.upper - room) || (curve.lower !== undefined && y < curve.lower + room));
  }

  private range(low: number | null, high: number | null): [number, number] {
    if (this.share) return [Math.min(-1.12, low ?? 0), Math.max(1.12, high ?? 0)];
    let a = low ?? 0, b = high ?? 1;
    if (this.data.floor) [a, b] = [Math.min(a, 0), Math.max(b, this.data.floor.value * 2)];
    const size = Math.max(b - a, 1e-9);
    for (const { lower, upper } of this.limited) {
      if (upper !== undefined && upper - b < 0.6 * size && upper > a) b = Math.max(b, upper + 0.06 * size);
      if (lower !== undefined && a - lower < 0.6 * size && lower < b) a = Math.min(a, lower - 0.06 * size);
    }
    const room = Math.max(b - a, 1e-9) * 0.05;
    return [a - room, b + room];
  }

  /// Beyond the limits: shaded where one holds for all that is shown, else a line for each.
  private drawBands(u: uPlot): void {
    const { ctx, bbox } = u, colours = theme();
    const y = (value: number): number => Math.min(Math.max(u.valToPos(value, 'y', true), bbox.top), bbox.top + bbox.height);
    const shade = (from: number, to: number): void => {
      ctx.fillStyle = colours.band;
      ctx.fillRect(bbox.left, Math.min(from, to), bbox.width, Math.abs(to - from));
    };
    const level = (value: number, colour: string): void => {
      const at = u.valToPos(value, 'y', true);
      if (at < bbox.top || at > bbox.top + bbox.height) return;
      ctx.strokeStyle = colour;
      ctx.lineWidth = devicePixelRatio;
      ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
      ctx.beginPath();
      ctx.moveTo(bbox.left, at);
      ctx.lineTo(bbox.left + bbox.width, at);
      ctx.stroke();
      ctx.setLineDash([]);
    };
    ctx.save();
    const floor = this.data.floor;
    if (floor) {
      shade(y(floor.value), bbox.top + bbox.height);
      level(floor.value, colours.warn);
    }
    if (this.data.level) level(this.data.level.value, colours.faint);
    const bounded = this.limited.length === this.shown.length;
    const limits: { lower?: number; upper?: number }[] = this.share ? [{ lower: -1, upper: 1 }] : bounded ? this.limited : [];
    const highest = Math.max(-Infinity, ...limits.map((c) => c.upper ?? Infinity)), lowest = Math.min(Infinity, ...limits.map((c) => c.lower ?? -Infinity));
    if (isFinite(highest)) shade(bbox.top, y(highest));
    if (isFinite(lowest)) shade(y(lowest), bbox.top + bbox.height);
    if (this.share) {
      level(1, colours.warn);
      level(-1, colours.warn);
    } else {
      for (const curve of this.limited) {
        ctx.globalAlpha = 0.75;
        if (curve.upper !== undefined) level(curve.upper, jointColour(curve.joint));
        if (curve.lower !== undefined) level(curve.lower, jointColour(curve.joint));
      }
    }
    ctx.restore();
  }

  /// Waypoints, and what touches its limit.
  private drawMarks(u: uPlot): void {
    const { ctx, bbox } = u, colours = theme(), scale = devicePixelRatio;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.font = `${10 * scale}px system-ui, sans-serif`;
    ctx.textBaseline = 'top';
    const ends: number[] = []; // where the last name of each row ends
    for (const mark of this.data.marks) {
      const x = u.valToPos(mark.time, 'x', true);
      ctx.strokeStyle = colours.faint;
      ctx.globalAlpha = 0.8;
      ctx.setLineDash([2 * scale, 3 * scale]);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.setLineDash([]);
      ctx.fillStyle = colours.faint;
      if (!this.data.named) continue;
      const free = ends.findIndex((end) => end < x), row = free < 0 ? ends.length : free;
      ends[row] = x + 8 * scale + ctx.measureText(mark.name).width;
      ctx.fillText(mark.name, x + 4 * scale, bbox.top + (2 + 11 * row) * scale);
    }
    ctx.globalAlpha = 1;
    for (const curve of this.shown) this.drawAtLimit(u, curve);
    ctx.restore();
  }

  private drawAtLimit(u: uPlot, curve: Curve): void {
    const reach = this.scaleOf(curve);
    if (!isFinite(reach)) return;
    const { ctx } = u, values = this.values(curve);
    const near = 2e-3 * reach;
    ctx.lineWidth = 5 * devicePixelRatio;
    ctx.lineCap = 'round';
    let open = false;
    for (let i = 0; i <= curve.x.length; ++i) {
      const y = curve.y[i];
      const is = i < curve.x.length && ((curve.upper !== undefined && y > curve.upper - near) || (curve.lower !== undefined && y < curve.lower + near));
      if (is) {
        const px = u.valToPos(curve.x[i], 'x', true), py = u.valToPos(values[i], 'y', true);
        if (!open) {
          ctx.beginPath();
          ctx.moveTo(px, py);
        }
        ctx.lineTo(px + 0.01, py);
        open = true;
      } else if (open) {
        ctx.strokeStyle = theme().warn;
        ctx.globalAlpha = 0.35;
        ctx.stroke();
        ctx.globalAlpha = 1;
        open = false;
      }
    }
  }

  private hover(u: uPlot): void {
    const index = u.cursor.idx;
    if (index === null || index === undefined) {
      this.readout.textContent = '';
      return;
    }
    const few = this.shown.slice(0, 4);
    this.readout.textContent = `t = ${number(u.data[0][index])} s  ` + few
      .map((curve, k) => {
        const y = u.data[k + 1]?.[index];
        return y === null || y === undefined ? '' : `${curve.name} ${this.share ? `${Math.round(100 * y)} %` : number(y)}`;
      })
      .filter((text) => text)
      .join('  ') + (this.shown.length > 4 ? ' …' : '');
  }

  /// The instant that the picture shows.
  moveHead(t: number): void {
    this.time = t;
    if (!this.plot || !this.head) return;
    const x = Math.round(2 * this.plot.valToPos(t, 'x')) / 2; // by half pixels: most frames of a long motion move nothing
    if (x === this.headAt) return;
    this.headAt = x;
    this.head.style.transform = `translateX(${x}px)`;
  }

  private savePicture(): void {
    if (!this.plot) return;
    const from = this.plot.ctx.canvas, scale = devicePixelRatio, top = 26 * scale;
    const canvas = el('canvas', { width: from.width, height: from.height + top });
    const ctx = canvas.getContext('2d')!;
    ctx.fillStyle = theme().panel;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    ctx.drawImage(from, 0, top);
    ctx.font = `600 ${12 * scale}px system-ui, sans-serif`;
    ctx.textBaseline = 'middle';
    let x = 8 * scale;
    const say = (text: string, colour: string): void => {
      ctx.fillStyle = colour;
      ctx.fillText(text, x, top / 2);
      x += ctx.measureText(text).width + 10 * scale;
    };
    say(`${this.data.title}${this.data.unit ? `, ${this.data.unit}` : ''}`, theme().text);
    for (const curve of this.shown) if (x < canvas.width - 60 * scale && curve.track === 0) say(curve.name, jointColour(curve.joint));
    canvas.toBlob((blob) => blob && download(`${this.data.id}.png`, blob));
  }

  private saveNumbers(): void {
    const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
    const joined = uPlot.join(this.shown.map((c) => [Array.from(c.x), Array.from(c.y)] as uPlot.AlignedData));
    const tracks = this.data.tracks;
    const names = this.shown.map((c) => quoted(c.name + (tracks.length > 1 ? ` (${tracks[c.track]})` : '')));
    const lines = [['t', ...names].join(',')];
    for (let i = 0; i < (joined[0]?.length ?? 0); ++i) lines.push(joined.map((column) => column[i] ?? '').join(','));
    download(`${this.data.id}.csv`, new Blob([lines.join('\n') + '\n'], { type: 'text/csv' }));
  }
}
