/** What binary sums leave of what has come to nothing, as a share of the most that it was. */
export const NOISE = 1e-12;

/** Units of a symbol that are held, as entries move them. What sums of parts of a unit leave of a position that has ended counts as none. */
export class HeldUnits {
  /** Negative when short. */
  now = 0;
  /** The most units since there were none, or since the position turned. */
  #most = 0;

  /** Adds units, and returns how many there were. */
  move(quantity: number): number {
    const before = this.now;
    const after = before + quantity;
    this.now = Math.abs(after) <= NOISE * this.#most ? 0 : after;
    const size = Math.abs(this.now);
    this.#most = before * this.now > 0 ? Math.max(this.#most, size) : size;
    return before;
  }
}
