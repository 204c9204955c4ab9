import { formatValue } from "../../primitives/check.ts";
import { invalidRecording } from "../file-error.ts";

/** Reads the members of one object of a JSON file, each once, and refuses with the place what is missing or of another kind. */
export class RecordReader {
  readonly #file: string;
  readonly #place: string;
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #read = new Set<string>();

  /** `place` is how the object is called in errors, such as `instruments[3]`; empty for the whole file. Throws RECORDING_INVALID. */
  constructor(file: string, place: string, value: unknown) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw invalidRecording(file, `must have an object${place && ` in ${place}`}, was ${formatValue(value)}`, {
        place,
      });
    }
    this.#file = file;
    this.#place = place;
    this.#members = value as Readonly<Record<string, unknown>>;
  }

  text(name: string): string {
    const value = this.#member(name);
    return typeof value === "string" ? value : this.refuse(name, "a text", value);
  }

  /** A text with something in it. */
  nonEmptyText(name: string): string {
    const value = this.text(name);
    return value === "" ? this.refuse(name, "a text that is not empty", value) : value;
  }

  flag(name: string): boolean {
    const value = this.#member(name);
    return typeof value === "boolean" ? value : this.refuse(name, "true or false", value);
  }

  number(name: string, min = -Infinity): number {
    const value = this.#member(name);
    if (typeof value === "number" && Number.isFinite(value) && value >= min) return value;
    return this.refuse(name, min === -Infinity ? "a number" : `a number of at least ${min}`, value);
  }

  positive(name: string): number {
    const value = this.number(name);
    return value > 0 ? value : this.refuse(name, "a number above 0", value);
  }

  count(name: string, max = Number.MAX_SAFE_INTEGER): number {
    const value = this.#member(name);
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= max) return value;
    return this.refuse(
      name,
      max === Number.MAX_SAFE_INTEGER ? "a whole number of at least 0" : `a whole number from 0 to ${max}`,
      value,
    );
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.#member(name);
    return choices.includes(value as Choice)
      ? (value as Choice)
      : this.refuse(name, `one of ${choices.join(", ")}`, value);
  }

  list(name: string): readonly unknown[] {
    const value = this.#member(name);
    return Array.isArray(value) ? (value as readonly unknown[]) : this.refuse(name, "a list", value);
  }

  /** The member, or nothing where there is none. */
  optional<Value>(name: string, read: () => Value): Value | undefined {
    return Object.hasOwn(this.#members, name) ? read() : undefined;
  }

  /** The member as it is. */
  value(name: string): unknown {
    return this.#member(name);
  }

  /** Refuses members that nothing has read: a misspelt one would be lost without a word. */
  checkAllRead(): void {
    const unknownMember = Object.keys(this.#members).find((name) => !this.#read.has(name));
    if (unknownMember === undefined) return;
    throw invalidRecording(
      this.#file,
      `must not have a member ${this.place(unknownMember)}; known are ${[...this.#read].join(", ")}`,
      { place: this.place(unknownMember) },
    );
  }

  refuse(name: string, mustBe: string, was: unknown): never {
    throw invalidRecording(this.#file, `must have ${mustBe} in ${this.place(name)}, was ${formatValue(was)}`, {
      place: this.place(name),
      was,
    });
  }

  place(name: string): string {
    return this.#place === "" ? name : `${this.#place}.${name}`;
  }

  #member(name: string): unknown {
    this.#read.add(name);
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
  }
}
