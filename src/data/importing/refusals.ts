import type { HindcastError } from "../../primitives/errors.ts";

/** One thing that could not be imported, and why. */
export interface Refusal {
  readonly file: string;
  /** The line as an editor counts it, or the place of a record in its list; null for a file as a whole. */
  readonly line: number | null;
  readonly field: string | null;
  /** A word by which refusals are counted, such as `unsorted`. */
  readonly reason: string;
  /** What must hold, then what it was. */
  readonly message: string;
}

/** How many refusals are kept one by one; all are counted. */
const KEPT = 10_000;

/** What an import refuses, collected so that one report tells all of it. */
export class Refusals {
  readonly #ofRows: Refusal[] = [];
  readonly #ofFiles: Refusal[] = [];
  readonly #byReason = new Map<string, number>();
  #rowCount = 0;
  #fileCount = 0;

  /** A row that is left out, or for which the import is refused. */
  addRow(refusal: Refusal): void {
    this.#rowCount++;
    this.#add(this.#ofRows, refusal);
  }

  /** A file, or how it fits what is recorded: no row can be left out to make it right. */
  addFile(refusal: Refusal): void {
    this.#fileCount++;
    this.#add(this.#ofFiles, refusal);
  }

  /** The same from an error that names its place in its details. */
  addRowError(file: string, error: HindcastError): void {
    this.addRow(refusalOf(file, error));
  }

  addFileError(file: string, error: HindcastError): void {
    this.addFile(refusalOf(file, error));
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  get fileCount(): number {
    return this.#fileCount;
  }

  get count(): number {
    return this.#rowCount + this.#fileCount;
  }

  /** Those that no row can be left out for first, then as they were met; of very many of either the first ten thousand. */
  get list(): readonly Refusal[] {
    return [...this.#ofFiles, ...this.#ofRows];
  }

  /** How many there are of each reason, the most frequent first. */
  get byReason(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#byReason].toSorted(([, a], [, b]) => b - a));
  }

  #add(kept: Refusal[], refusal: Refusal): void {
    if (kept.length < KEPT) kept.push(Object.freeze(refusal));
    this.#byReason.set(refusal.reason, (this.#byReason.get(refusal.reason) ?? 0) + 1);
  }
}

function refusalOf(file: string, { code, message, details }: HindcastError): Refusal {
  const { line, column, reason, cells, mustBe } = details;
  return {
    file,
    line: typeof line === "number" ? line : null,
    field: typeof column === "string" ? column : null,
    reason:
      typeof reason === "string"
        ? reason
        : cells !== undefined
          ? "wrong_number_of_cells"
          : typeof line !== "number"
            ? code.toLowerCase()
            : String(mustBe).endsWith(", like the first time of its column")
              ? "mixed_zones"
              : "unreadable_cell",
    message,
  };
}
