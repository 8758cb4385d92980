// The page of a study: every formulation on one robot, what each costs and how that grows.
import uPlot from 'uplot';
import type { Report, StudyData } from './document';
import { digits, download, el, section, table, tens } from './dom';
import { jointColour, jointDash, onTheme, theme } from './theme';

const power = (text: string): string => text.replace('^2', '²').replace('^3', '³').replace('^4', '⁴');

function growthPlot(study: StudyData, title: string, unit: string, of: 'operations' | 'ns'): HTMLElement {
  const methods = study.growth.filter((g) => g[of]);
  const holder = el('div', { class: 'plot loglog', role: 'img', 'aria-label': `${title} against the number of joints, both logarithmic` });
  let plot: uPlot | undefined, width = 0;
  const build = (): void => {
    if (holder.clientWidth === 0) return;
    width = holder.clientWidth;
    plot?.destroy();
    const now = theme();
    const axis = { stroke: now.faint, grid: { stroke: now.line, width: 1 }, ticks: { stroke: now.line, size: 4 }, font: '11px system-ui, sans-serif' };
    const y = methods.map((m) => m[of]!);
    const lowest = Math.min(...y.flat()), highest = Math.max(...y.flat());
    plot = new uPlot({
      width: holder.clientWidth, height: 380,
      scales: { x: { time: false, distr: 3, range: [study.lengths[0] * 0.94, study.lengths[study.lengths.length - 1] * 1.06] }, y: { distr: 3, range: [lowest / 1.3, highest * 1.3] } },
      legend: { live: true },
      axes: [
        { ...axis, label: 'number of joints n', labelSize: 20, splits: () => study.lengths, filter: (_, t) => t, values: (_, t) => t.map(String) },
        { ...axis, label: unit, labelSize: 20, size: 68, splits: (_, __, low, high) => tens(low, high), filter: (_, t) => t, values: (_, ticks) => ticks.map((v) => v.toLocaleString('en')) },
      ],
      series: [{ label: 'n' }, ...methods.map((m, i) => ({
        label: `${m.name} ~ ${power(m.grows)}`, stroke: jointColour(i), dash: jointDash(i), width: 1.8, points: { show: true, size: 5 },
      }))],
    }, [study.lengths, ...y] as uPlot.AlignedData, holder);
  };
  // Its height follows from what is built: only the width calls for building again.
  new ResizeObserver(() => holder.clientWidth !== width && build()).observe(holder);
  onTheme(build);
  const csv = (): void => {
    const lines = [['n', ...methods.map((m) => m.name)].join(','), ...study.lengths.map((n, i) => [n, ...methods.map((m) => m[of]![i])].join(','))];
    download(`${of}.csv`, new Blob([lines.join('\n') + '\n'], { type: 'text/csv' }));
  };
  const png = (): void => plot?.ctx.canvas.toBlob((blob) => blob && download(`${of}.png`, blob));
  return el('figure', { class: 'panel', id: `plot-${of}` }, el('figcaption', {}, el('span', { class: 'title' }, title),
    el('span', { class: 'exports' }, el('button', { type: 'button', click: png }, 'PNG'), el('button', { type: 'button', click: csv }, 'CSV'))), holder);
}

export function studyPage(report: Report, page: HTMLElement): void {
  const study = report.study!, agree = study.disagreement !== null && study.disagreement <= 1e-9;
  const times = [...study.results].sort((a, b) => a.fastest - b.fastest);
  const slowest = times[times.length - 1], kernel = study.kernel.fastest;
  const lead = times.length
    ? `${study.results.length} formulations give the same torques to ${digits(study.disagreement, 2)} of the largest, on ${study.states} random states of ${study.robot} (${study.joints} joints). ${slowest.name} takes ${digits(slowest.fastest / kernel, 3)} times as long as the production kernel (${digits(kernel, 3)} ns).`
    : 'No formulation could be run on this robot.';
  const both = (t?: { mul: number; add: number }): string[] => (t ? [t.mul.toLocaleString('en'), t.add.toLocaleString('en')] : ['–', '–']);
  page.append(
    el('header', { class: 'hero' }, el('div', { class: 'names' }, el('h1', {}, `Formulations on ${study.robot}`),
      el('span', { class: `badge ${agree ? 'good' : 'bad'}` }, agree ? '✓ they agree' : '✕ they do not agree')), el('p', { class: 'lead' }, lead)),
    el('div', { class: 'pair' },
      growthPlot(study, 'Multiplications and additions for one state', 'operations', 'operations'),
      growthPlot(study, 'Time of one call', 'ns', 'ns')),
    section('On this robot', 'results', el('div', { class: 'scroll' }, table(['method', 'grows', 'disagrees', '×', '+', 'ns, fastest', 'ns, median'], [
      ...study.results.map((r) => [r.name, power(r.grows), digits(r.error, 2), r.mul.toLocaleString('en'), r.add.toLocaleString('en'), digits(r.fastest, 4), digits(r.median, 4)]),
      ['(the kernel)', 'n', '', '', '', digits(kernel, 4), digits(study.kernel.median, 4)],
    ], [2, 3, 4, 5, 6])), ...study.refusals.map((r) => el('p', {}, `Left out: ${r}`))),
    section(`The papers' counts beside ours, a general chain of ${study.counts.joints} joints`, 'counts', el('div', { class: 'scroll' },
      table(['method', 'printed ×', '+', 'counted as published ×', '+', 'executed ×', '+', 'why they differ'],
        study.counts.methods.map((m) => [m.name, ...both(m.paper), ...both(m.published), ...both(m.executed), m.note || m.refused || '']), [1, 2, 3, 4, 5, 6]))),
  );
}
