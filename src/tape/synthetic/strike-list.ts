/** Strikes are listed this far around the price, for short and for long times to expiration. */
const NEAR = 0.1;
const FAR = 0.18;
const LONG_YEARS = 0.12;

/** Steps between strikes, by the price below which they are in use. */
const STEPS: readonly (readonly [below: number, step: number])[] = [
  [25, 0.5],
  [50, 1],
  [150, 2.5],
  [500, 5],
  [Infinity, 10],
];

/** Which strikes are listed: what was listed once stays, and new ones come where the price goes. */
export class StrikeList {
  readonly #listed = new Map<number, Set<number>>();

  /** The strikes of an expiration on a day, rising. */
  of(expiration: number, spot: number, years: number): readonly number[] {
    const listed = this.#listed.get(expiration) ?? new Set<number>();
    this.#listed.set(expiration, listed);
    const [, step] = STEPS.find(([below]) => spot < below)!;
    const width = years < LONG_YEARS ? NEAR : FAR;
    const from = Math.ceil((spot * (1 - width)) / step);
    const to = Math.floor((spot * (1 + width)) / step);
    for (let i = from; i <= to; i++) listed.add(i * step);
    return [...listed].toSorted((a, b) => a - b);
  }
}
