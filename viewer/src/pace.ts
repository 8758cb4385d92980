// How sharp a picture may be so that enough of them come in a second.
const late = 1 / 36, early = 1 / 52; // s between pictures
const sharpnesses = [1, 0.8, 0.64, 0.5];

export class Pace {
  level = 0;
  private debt = 0;
  private ease = 0;
  private patience = 90; // early pictures until more sharpness is tried

  get sharpness(): number {
    return sharpnesses[this.level];
  }

  /// Takes note of a picture; true where the sharpness should change, and has.
  took(seconds: number): boolean {
    this.debt = seconds > late ? this.debt + (seconds > 0.1 ? 4 : 1) : Math.max(0, this.debt - 1);
    this.ease = seconds < early ? this.ease + 1 : 0;
    if (this.debt >= 8) return this.change(1);
    if (this.ease >= this.patience && this.level > 0) {
      this.patience *= 2; // so that it does not swing to and fro
      return this.change(-1);
    }
    return false;
  }

  private change(by: number): boolean {
    this.debt = this.ease = 0;
    const next = Math.min(this.level + by, sharpnesses.length - 1);
    if (next === this.level) return false;
    this.level = next;
    return true;
  }
}
