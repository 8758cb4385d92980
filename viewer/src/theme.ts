// Colours: light and dark, and one for each joint that everybody can tell apart (after Okabe and
// Ito); beyond eight, dashes tell joints of one colour apart.

export interface Theme {
  dark: boolean;
  background: number;
  ground: number;
  shell: number;
  housing: number;
  plinth: number;
  obstacle: number;
  clearance: number;
  warn: string;
  text: string;
  faint: string;
  line: string;
  band: string;
  panel: string;
  shadow: number;
}

const light: Theme = {
  dark: false,
  background: 0xeef1f5,
  ground: 0x9aa7b8,
  shell: 0xf4f3ef,
  housing: 0x59616c,
  plinth: 0x6d747e,
  obstacle: 0xe3a018,
  clearance: 0x2f7fd0,
  warn: '#c94f00',
  text: '#1b2430',
  faint: '#5d6979',
  line: '#d8dee6',
  band: 'rgba(201, 79, 0, 0.10)',
  panel: '#ffffff',
  shadow: 0.26,
};

const dark: Theme = {
  dark: true,
  background: 0x151b23,
  ground: 0x44536a,
  shell: 0xdad8d2,
  housing: 0x5a6575,
  plinth: 0x4c5662,
  obstacle: 0xe9ad2d,
  clearance: 0x55a6f2,
  warn: '#ff9a4d',
  text: '#e8edf4',
  faint: '#9aa8ba',
  line: '#2c3643',
  band: 'rgba(255, 154, 77, 0.13)',
  panel: '#1b232d',
  shadow: 0.45,
};

const onLight = ['#0072b2', '#d98c00', '#009e73', '#d55e00', '#3fa7e0', '#c2609b', '#6b7280', '#5b3fa0'];
const onDark = ['#4aa8e8', '#f0b030', '#2ec79b', '#ff7f3a', '#8fd0ff', '#e592c4', '#a5afbd', '#b29cf5'];
const dashes = [[], [6, 4], [2, 3], [9, 3, 2, 3]];

type Listener = (theme: Theme) => void;
const listeners: Listener[] = [];
let chosen: 'light' | 'dark' | undefined;

const systemDark = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;

export function theme(): Theme {
  return (chosen ? chosen === 'dark' : systemDark()) ? dark : light;
}

export function choose(which: 'light' | 'dark'): void {
  chosen = which;
  document.documentElement.dataset.theme = which;
  for (const tell of listeners) tell(theme());
}

/// Called at once, and whenever the colours change.
export function onTheme(tell: Listener): void {
  listeners.push(tell);
  tell(theme());
}

if (typeof matchMedia === 'function') {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (!chosen) for (const tell of listeners) tell(theme());
  });
}

export function jointColour(joint: number): string {
  return (theme().dark ? onDark : onLight)[Math.abs(joint) % 8];
}

export function jointDash(joint: number): number[] {
  return dashes[Math.floor(Math.abs(joint) / 8) % dashes.length];
}

/// Speeds: cividis, dark blue to yellow, the same to every eye.
export function speedColour(share: number): [number, number, number] {
  const stops = [
    [0.0, 0.2, 0.43],
    [0.34, 0.36, 0.44],
    [0.52, 0.5, 0.47],
    [0.74, 0.68, 0.4],
    [1.0, 0.87, 0.28],
  ];
  const x = Math.min(Math.max(share, 0), 1) * (stops.length - 1), i = Math.min(Math.floor(x), 3);
  const f = x - i;
  return [0, 1, 2].map((k) => stops[i][k] * (1 - f) + stops[i + 1][k] * f) as [number, number, number];
}
