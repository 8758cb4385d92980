// Small helpers for making elements. Text is always text: nothing here reads markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((e: never) => void) | undefined>;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/// "1 round", "2 rounds".
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/// Digits as a reader wants them: significant ones, no more than tell something.
export function digits(value: number | null | undefined, count = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(count - 2) : String(Number(value.toPrecision(count)));
  return text.replace('-', '−');
}

export function percent(share: number | null): string {
  if (share === null) return '–';
  const value = 100 * share;
  return `${digits(Math.abs(value) < 1e-4 ? 0 : value, 3)} %`;
}

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function table(head: string[], rows: (string | Node)[][], numeric: number[] = []): HTMLTableElement {
  const cell = (tag: 'th' | 'td', i: number, content: string | Node): HTMLElement =>
    el(tag, { class: numeric.includes(i) ? 'number' : undefined, scope: tag === 'th' ? 'col' : undefined }, content);
  return el('table', {},
    el('thead', {}, el('tr', {}, ...head.map((text, i) => cell('th', i, text)))),
    el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map((content, i) => cell('td', i, content))))),
  );
}

export function section(title: string, id: string, ...children: Child[]): HTMLElement {
  return el('section', { id, 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title` }, title), ...children);
}

/// Powers of ten in a range: where a logarithmic axis has its lines.
export function tens(low: number, high: number): number[] {
  const out: number[] = [];
  for (let e = Math.ceil(Math.log10(low) - 1e-9); e <= Math.log10(high) + 1e-9; ++e) out.push(Number(`1e${e}`));
  return out;
}

/// What the address asks for: #still&t=0.5&dark.
export function asked(name: string): string | undefined {
  for (const part of location.hash.slice(1).split('&')) {
    const [key, value] = part.split('=');
    if (key === name) return value === undefined ? '' : decodeURIComponent(value);
  }
  return undefined;
}
