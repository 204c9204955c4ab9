import { formatValue } from "../../primitives/check.ts";
import { type Interval, INTERVAL_FORMS, isInterval } from "../../time/interval.ts";
import { invalidRecording } from "../file-error.ts";

/** Reads the fields of a JSON object. Each method throws `RECORDING_INVALID` for a missing field or a field of another type. */
export class RecordReader {
  readonly #file: string;
  readonly #place: string;
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #read = new Set<string>();

  /** `place` names the object in errors, such as `instruments[3]`; empty for the whole file. Throws `RECORDING_INVALID` if `value` is not an object. */
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

  /** Reads a string, which may be empty. */
  text(name: string): string {
    const value = this.#member(name);
    return typeof value === "string" ? value : this.refuse(name, "a text", value);
  }

  /** Reads a non-empty string. */
  nonEmptyText(name: string): string {
    const value = this.text(name);
    return value === "" ? this.refuse(name, "a non-empty string", value) : value;
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

  interval(name: string): Interval {
    const value = this.#member(name);
    return isInterval(value) ? value : this.refuse(name, INTERVAL_FORMS, value);
  }

  list(name: string): readonly unknown[] {
    const value = this.#member(name);
    return Array.isArray(value) ? (value as readonly unknown[]) : this.refuse(name, "a list", value);
  }

  /** Reads a list of strings. */
  texts(name: string): readonly string[] {
    return this.list(name).map((text, at) =>
      typeof text === "string" ? text : this.refuse(`${name}[${at}]`, "a text", text),
    );
  }

  /** Calls `read` if the field exists; undefined otherwise. */
  optional<Value>(name: string, read: () => Value): Value | undefined {
    return Object.hasOwn(this.#members, name) ? read() : undefined;
  }

  /** Returns a field of any type; undefined if it is missing. */
  value(name: string): unknown {
    return this.#member(name);
  }

  /** Throws for fields that were not read, so that a misspelled field is not ignored. */
  checkAllRead(): void {
    const unknownMember = Object.keys(this.#members).find((name) => !this.#read.has(name));
    if (unknownMember === undefined) return;
    throw invalidRecording(
      this.#file,
      `must not have a field ${this.place(unknownMember)}; known fields are ${[...this.#read].join(", ")}`,
      { place: this.place(unknownMember) },
    );
  }

  /** Throws `RECORDING_INVALID` for a field; the message says what the field must be and what it was. */
  refuse(name: string, mustBe: string, was: unknown): never {
    throw invalidRecording(this.#file, `must have ${mustBe} in ${this.place(name)}, was ${formatValue(was)}`, {
      place: this.place(name),
      was,
    });
  }

  /** Returns the path of a field for errors: `instruments[3].symbol`. */
  place(name: string): string {
    return this.#place === "" ? name : `${this.#place}.${name}`;
  }

  #member(name: string): unknown {
    this.#read.add(name);
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
  }
}
