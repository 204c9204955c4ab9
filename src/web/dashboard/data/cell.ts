/** A value that parts of the page show, and that tells them when it becomes another. */
export class Cell<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const listener of this.#listeners) listener(value);
  }

  /** Tells of the value as it is, and of each that follows. */
  show(listener: (value: T) => void): void {
    this.#listeners.add(listener);
    listener(this.#value);
  }
}
