/** The trials that are shown and the one that is chosen. All parts of the page share this object. */
export class Selection {
  /** Has 1 for each trial that is shown, and 0 for others. */
  readonly shown: Uint8Array;
  #chosen = 0;
  readonly #listeners: (() => void)[] = [];

  constructor(length: number) {
    this.shown = new Uint8Array(length).fill(1);
  }

  get chosen(): number {
    return this.#chosen;
  }

  get count(): number {
    return this.shown.reduce((sum, each) => sum + each, 0);
  }

  choose(trial: number): void {
    this.#chosen = trial;
    this.#notify();
  }

  /** Shows only trials accepted by `isShown`. */
  filter(isShown: (trial: number) => boolean): void {
    for (let i = 0; i < this.shown.length; i++) this.shown[i] = isShown(i) ? 1 : 0;
    this.#notify();
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
