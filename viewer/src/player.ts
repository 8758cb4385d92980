// Time: play, pause, scrub, speed, loop; by mouse, finger and keyboard.
import { digits, el } from './dom';

export class Player {
  readonly element: HTMLElement;
  time = 0;
  playing = false;
  private speed = 1;
  private loop = true;
  private last = 0;
  private told = -Infinity;
  private readonly button: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly clock: HTMLElement;

  constructor(
    readonly duration: number,
    private readonly onTime: (t: number) => void,
  ) {
    this.button = el('button', { type: 'button', class: 'play', click: () => this.toggle() });
    this.slider = el('input', {
      type: 'range', min: 0, max: duration, step: 'any', value: 0,
      'aria-label': 'Time in seconds',
      input: () => this.seek(Number(this.slider.value)),
    });
    this.clock = el('output', { class: 'clock', 'aria-live': 'off' });
    const speeds = el('select', { 'aria-label': 'Speed', change: (e: Event) => (this.speed = Number((e.target as HTMLSelectElement).value)) },
      ...[0.1, 0.25, 0.5, 1, 2].map((s) => el('option', { value: s, selected: s === 1 }, `${s}×`)),
    );
    const loop = el('label', { class: 'check' },
      el('input', { type: 'checkbox', checked: true, change: (e: Event) => (this.loop = (e.target as HTMLInputElement).checked) }), 'loop');
    this.element = el('div', { class: 'player', role: 'group', 'aria-label': 'Time' }, this.button, this.slider, this.clock, speeds, loop);
    document.addEventListener('keydown', (e) => this.key(e));
    this.say();
    this.seek(0);
  }

  private key(e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && target !== this.slider) return;
    if (target.tagName === 'BUTTON' && e.key === ' ') return;
    const step = (this.duration / 100) * (e.shiftKey ? 10 : 1);
    const moves: Record<string, () => void> = {
      ' ': () => this.toggle(),
      ArrowLeft: () => this.seek(this.time - step),
      ArrowRight: () => this.seek(this.time + step),
      Home: () => this.seek(0),
      End: () => this.seek(this.duration),
    };
    if (!moves[e.key]) return;
    e.preventDefault();
    if (e.key !== ' ') this.stop();
    moves[e.key]();
  }

  private say(): void {
    this.button.textContent = this.playing ? '❚❚' : '▶';
    this.button.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    this.button.title = this.playing ? 'Pause (space)' : 'Play (space)';
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && this.time >= this.duration) this.seek(0);
    this.last = 0;
    this.say();
    if (!this.playing) this.seek(this.time); // what was told now and then is told as it is
  }

  stop(): void {
    if (this.playing) this.toggle();
  }

  seek(t: number): void {
    this.time = Math.min(Math.max(t, 0), this.duration);
    this.tell();
    this.onTime(this.time);
  }

  /// Slider and clock; while it plays, as often as one can read them.
  private tell(): void {
    const now = performance.now();
    if (this.playing && now - this.told < 60) return;
    this.told = now;
    this.slider.value = String(this.time);
    this.slider.setAttribute('aria-valuetext', `${digits(this.time, 3)} of ${digits(this.duration, 3)} seconds`);
    this.clock.textContent = `${this.time.toFixed(3)} / ${this.duration.toFixed(3)} s`;
  }

  /// Once a frame.
  tick(now: number): void {
    if (!this.playing) return;
    const passed = this.last ? Math.min((now - this.last) / 1000, 0.25) : 0;
    this.last = now;
    let next = this.time + passed * this.speed;
    if (next > this.duration) {
      if (this.loop) next %= Math.max(this.duration, 1e-9);
      else {
        next = this.duration;
        this.stop();
      }
    }
    this.seek(next);
  }
}
