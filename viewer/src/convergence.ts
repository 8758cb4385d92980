// How the search came to its answer: objective and violation by iteration, and its diary.
import uPlot from 'uplot';
import { counted, digits, el, table, tens } from './dom';
import type { Attempt } from './document';
import { onTheme, theme } from './theme';

interface Step {
  objective: number;
  violation: number;
}

/// What was tried, in order; what led nowhere is faint.
export function diary(attempts: Attempt[] | undefined): HTMLElement | null {
  if (!attempts?.length) return null;
  const seconds = attempts.reduce((sum, a) => sum + a.seconds, 0);
  const word = (a: Attempt, text: string): HTMLElement => el('span', { class: a.kept ? undefined : 'faint' }, text.replaceAll('_', ' '));
  const rows = attempts.map((a) => [
    word(a, a.kind + (a.posture ? `, posture ${a.posture + 1}` : '')), word(a, a.kept ? a.end : `${a.end}, left`),
    String(a.segments), String(a.iterations), digits(a.seconds, 3), digits(a.objective, 6)]);
  return el('details', {}, el('summary', {}, `${counted(attempts.length, 'attempt')}, ${digits(seconds, 3)} s`),
    el('div', { class: 'scroll' }, table(['tried', 'ended', 'segments', 'iterations', 'seconds', 'objective'], rows, [2, 3, 4, 5])));
}

export function convergence(history: Step[]): HTMLElement | null {
  if (history.length < 2) return null;
  const holder = el('div', { class: 'plot tall', role: 'img', 'aria-label': `Objective and largest violation over ${history.length} iterations` });
  let plot: uPlot | undefined, last = 0;
  const build = (): void => {
    const width = holder.clientWidth;
    if (width === 0) return;
    last = width;
    plot?.destroy();
    const now = theme();
    const axis = { stroke: now.faint, grid: { stroke: now.line, width: 1 }, ticks: { stroke: now.line, size: 4 }, font: '11px system-ui, sans-serif' };
    const x = history.map((_, i) => i);
    const floor = 1e-12;
    const [first, second] = now.dark ? ['#4aa8e8', '#ff7f3a'] : ['#0072b2', '#d55e00'];
    plot = new uPlot({
      width, height: 220,
      scales: { x: { time: false }, objective: {}, violation: { distr: 3 } },
      legend: { live: true },
      axes: [
        { ...axis, label: 'iteration', labelSize: 18, size: 26 },
        { ...axis, scale: 'objective', label: 'objective', stroke: first, labelSize: 18, size: 54 },
        { ...axis, scale: 'violation', side: 1, label: 'violation', stroke: second, grid: { show: false }, labelSize: 18, size: 58, splits: (_, __, low, high) => tens(low, high).filter((_, i, all) => i % Math.ceil(all.length / 7) === 0), filter: (_, t) => t, values: (_, ticks) => ticks.map((v) => v.toExponential(0)) },
      ],
      series: [
        { label: 'iteration' },
        { label: 'objective', scale: 'objective', stroke: first, width: 1.7 },
        { label: 'violation', scale: 'violation', stroke: second, width: 1.7, dash: [6, 4] },
      ],
    }, [x, history.map((h) => h.objective), history.map((h) => Math.max(floor, h.violation))], holder);
  };
  const look = new ResizeObserver(() => holder.clientWidth !== last && build());
  look.observe(holder);
  onTheme(build);
  return holder;
}
