/** Which trials are in view, and the one that is looked at: what the parts of a page share. */
export class Selection {
  /** 1 for each trial in view. */
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
    this.#tell();
  }

  /** Keeps in view the trials of which `admits` says so. */
  filter(admits: (trial: number) => boolean): void {
    for (let i = 0; i < this.shown.length; i++) this.shown[i] = admits(i) ? 1 : 0;
    this.#tell();
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
