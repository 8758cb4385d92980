// Active limits: a lane a limit, a bar while the motion is at it.
import { el } from './dom';
import { jointColour, onTheme } from './theme';
import type { ActiveLimit, Track } from './track';

const most = 7;

export class Lanes {
  readonly element: HTMLElement;
  private readonly over = el('div', { class: 'over' }, el('div', { class: 'playhead' }));
  private headAt = '';

  constructor(
    track: Track,
    private readonly duration: number,
    private readonly onSeek: (t: number) => void,
    private readonly onJoint: (joint: number) => void,
  ) {
    const length = (x: ActiveLimit): number => x.spans.reduce((sum, s) => sum + s.to - s.from, 0);
    const all = [...track.active()].sort((a, b) => length(b) - length(a));
    const shown = all.slice(0, most);
    this.element = el('div', { class: 'lanes', role: 'group', 'aria-label': 'Active limits, and when' });
    if (all.length === 0) return;
    const longest = Math.max(...shown.map((x) => x.name.length)); // letters are about half as wide as high
    this.element.style.setProperty('--names', `${Math.min(Math.max(13.5, 0.56 * longest), 22)}em`);
    this.element.append(
      el('p', { class: 'caption' }, 'At its limit', all.length > most ? el('small', {}, ` (the longest ${most} of ${all.length})`) : ''),
      el('div', { class: 'rows' }, ...shown.map((x) => this.lane(x)), this.over),
    );
  }

  private lane(limit: ActiveLimit): HTMLElement {
    const bars = limit.spans.map(({ from, to }) => {
      const bar = el('button', { type: 'button', class: 'bar', title: `${limit.name}: ${from.toFixed(3)} to ${to.toFixed(3)} s`,
        'aria-label': `${limit.name} at its limit from ${from.toFixed(3)} to ${to.toFixed(3)} seconds`, click: () => this.onSeek((from + to) / 2) });
      bar.style.left = `${(100 * from) / this.duration}%`;
      bar.style.width = `max(3px, ${(100 * (to - from)) / this.duration}%)`;
      onTheme((now) => (bar.style.background = limit.joint >= 0 ? jointColour(limit.joint) : now.warn));
      return bar;
    });
    return el('div', { class: 'lane' },
      el('button', { type: 'button', class: 'link name', title: limit.name, click: () => this.onJoint(limit.joint) }, limit.name),
      el('div', { class: 'time' }, ...bars));
  }

  moveHead(t: number): void {
    const share = `translateX(${((100 * t) / this.duration).toFixed(1)}%)`;
    if (share !== this.headAt) this.over.style.transform = this.headAt = share;
  }
}
