// What an answer is worth, in words and a few numbers, before anything is drawn.
import type { Margin, MotionData } from './document';
import { counted, digits, el, percent } from './dom';

type Worth = 'good' | 'fair' | 'bad';
const marks: Record<Worth, string> = { good: '✓', fair: '○', bad: '✕' };

export function worth(motion: MotionData): Worth {
  const { status, certificate } = motion.document;
  if (status !== 'solved' || motion.words.comes_back === false) return 'bad';
  if (motion.run && !motion.run.survives) return 'bad';
  return certificate.method === 'proven' && !motion.document.given.unseen_links?.length ? 'good' : 'fair';
}

export function badge(motion: MotionData): HTMLElement {
  const how = worth(motion);
  return el('span', { class: `badge ${how}` }, el('span', { 'aria-hidden': 'true' }, marks[how]), ` ${motion.words.headline}`);
}

const listed = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

/// "Active limits: velocity of joint2 and 3 more."
function activeLimits(active: Margin[]): string {
  if (active.length === 0) return '';
  const names = [...new Set(active.map((a) => a.name))];
  const few = names.slice(0, 3), more = names.length - few.length;
  const text = listed(more > 0 ? [...few, `${more} more`] : few);
  return sentence(`active limit${names.length === 1 ? '' : 's'}: ${text}`);
}

export function lead(motion: MotionData): HTMLElement {
  const { document: d, words } = motion;
  const solved = d.status === 'solved';
  const parts = solved
    ? [`${d.robot.name} needs ${digits(d.duration)} s.`, sentence(words.message), activeLimits(words.active)]
    : [sentence(words.cause ?? words.message)];
  if (solved && words.comes_back === false) parts.push('But forward simulation does not reproduce it.');
  const p = el('p', { class: 'lead' }, parts.filter((x) => x).join(' '));
  if (motion.run) {
    const { survives, largest_error, worst_joint, worst_time, controller } = motion.run;
    p.textContent = `Under ${controller} the plan ${survives ? 'survives' : 'does not survive'}: ${worst_joint} is at most ${digits(largest_error, 3)} off, at ${digits(worst_time, 3)} s. The plan: ${p.textContent}`;
  }
  return p;
}

function tile(name: string, value: string, note: string, kind = ''): HTMLElement {
  return el('div', { class: `tile ${kind}` }, el('dt', {}, name), el('dd', {}, el('b', {}, value), el('small', {}, note)));
}

/// The few numbers that one asks for first.
export function tiles(motion: MotionData): HTMLElement {
  const { document: d, words } = motion;
  const terms = Object.entries(d.objective_terms).map(([name, value]) => `${name} ${digits(value)}`).join(', ');
  const nearest = words.margins.find((m) => m.verdict !== 'residual');
  const proof = d.certificate.proof, proven = d.certificate.method === 'proven';
  const open = words.margins.filter((m) => m.verdict === 'not proven' || m.verdict === 'violated').length;
  const bounded = words.margins.filter((m) => m.verdict !== 'residual').length;
  const check = words.verification.split('\n')[0];
  const starts = d.solver.starts ?? [], solved = starts.filter((s) => s.solved).map((s) => s.objective);
  const spread = starts.length ? `; ${solved.length} of ${starts.length} starts solved${solved.length > 1 ? `, objectives ${digits(Math.min(...solved))} to ${digits(Math.max(...solved))}` : ''}` : '';
  const partly = check.startsWith('verified no further');
  const out = el('dl', { class: 'tiles' },
    tile('Duration', `${digits(d.duration)} s`, terms ? `objective ${digits(d.objective)}: ${terms}` : `objective ${digits(d.objective)}`),
    tile('Limits', proven ? 'proven' : d.status === 'solved' ? 'sampled' : 'not met',
      proven ? `all ${bounded} hold at every instant` : proof ? `${open} of ${bounded} stay open` : `${words.violations.length} exceeded`,
      proven ? 'good' : d.status === 'solved' ? 'fair' : 'bad'),
    tile('Nearest limit', !nearest ? 'none' : Math.abs(nearest.room ?? 1) < 1e-4 ? 'at its limit' : `${percent(nearest.room)} margin`, nearest ? nearest.name : 'nothing is limited',
      nearest && (nearest.room ?? 0) < 0 ? 'bad' : ''),
    tile('Forward simulation', words.comes_back === null ? 'not asked' : !words.comes_back ? 'differs from the plan' : partly ? 'reproduces part' : 'reproduces the plan',
      check.replace(/^verified: (forward simulation reproduces the plan )?/, '') || 'torques were not integrated', words.comes_back === false ? 'bad' : words.comes_back && !partly ? 'good' : ''),
    tile('Search', `${digits(d.solver.seconds, 3)} s`, `${counted(d.solver.iterations, 'iteration')}, ${d.solver.rounds ? counted(d.solver.rounds, 'refinement') : 'no refinement'}${spread}${proof ? `; proof ${digits(proof.seconds, 2)} s` : ''}`),
  );
  return out;
}
