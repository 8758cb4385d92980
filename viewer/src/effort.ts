// How much of what it can give each motor gives: a bar a joint, the hardest worked first.
import { counted, digits, el, section } from './dom';
import type { Track } from './track';

const most = 12;

interface Effort {
  joint: number;
  name: string;
  peak: number; // of its strength, at worst
  at: number; // s
  mean: number; // the root of the mean square
}

/// Of joints whose torque is limited; a torque counts by the limit on its side.
export function efforts(track: Track): Effort[] {
  if (!track.has('tau')) return [];
  const out: Effort[] = [];
  track.motion.document.joints.forEach((name, joint) => {
    const [low, high] = track.limits('tau', joint);
    if (!track.isTold('tau', joint) || !(isFinite(low) && isFinite(high) && low < 0 && high > 0)) return;
    const shares = track.curve('tau', joint).map((x) => (x < 0 ? x / low : x / high));
    const worst = shares.reduce((best, x, i) => (x > shares[best] ? i : best), 0);
    let square = 0; // by the trapezoidal rule: samples need not be even
    for (let i = 1; i < shares.length; ++i) square += 0.5 * (track.t[i] - track.t[i - 1]) * (shares[i] ** 2 + shares[i - 1] ** 2);
    out.push({ joint, name, peak: shares[worst], at: track.t[worst], mean: Math.sqrt(square / Math.max(track.duration, 1e-12)) });
  });
  return out.sort((a, b) => b.peak - a.peak);
}

export function effortBars(track: Track, title: string, id: string, onSeek: (t: number) => void): HTMLElement | null {
  const all = efforts(track);
  if (all.length === 0) return null;
  const whole = Math.max(1, all[0].peak);
  const row = (e: Effort): HTMLElement => {
    const peak = el('div', { class: e.peak > 0.999 ? 'peak full' : 'peak' }), mean = el('div', { class: 'mean' });
    peak.style.width = `${(100 * e.peak) / whole}%`;
    mean.style.width = `${(100 * e.mean) / whole}%`;
    return el('div', { class: 'effort' },
      el('span', { class: 'name', title: e.name }, e.name),
      el('div', { class: 'track' }, peak, mean),
      el('button', { type: 'button', class: 'link', 'aria-label': `${e.name} at its hardest: go to ${digits(e.at)} seconds`, click: () => onSeek(e.at) },
        `${digits(100 * e.peak, 3)} %`));
  };
  return section(title, id,
    el('p', {}, 'The largest torque of each motor as a share of its limit and, darker, the root of its mean square.'),
    ...all.slice(0, most).map(row),
    all.length > most && el('details', {}, el('summary', {}, `${counted(all.length - most, 'joint')} more`), ...all.slice(most).map(row)));
}
