import type { HindcastError } from "../../primitives/errors.ts";

/** A row or file that could not be imported, and why. */
export interface Refusal {
  readonly file: string;
  /** Line number from 1, or position of a record in its list; null for the whole file. */
  readonly line: number | null;
  /** Column or property; null for the whole row or file. */
  readonly field: string | null;
  /** Reason by which refusals are counted, such as `unsorted`. */
  readonly reason: string;
  /** What the row or file must be, and what was found instead. */
  readonly message: string;
}

/** Number of refusals that are kept in the list; further ones are only counted. */
const MAX_KEPT = 10_000;

/** Collects all refusals of an import for one report. */
export class Refusals {
  readonly #ofRows: Refusal[] = [];
  readonly #ofFiles: Refusal[] = [];
  readonly #byReason = new Map<string, number>();
  #rowCount = 0;
  #fileCount = 0;

  /** Adds a bad row to the refusals. The import fails unless bad rows are skipped. */
  addRow(refusal: Refusal): void {
    this.#rowCount++;
    this.#add(this.#ofRows, refusal);
  }

  /** Adds a file that cannot be imported to the refusals. The import fails even if bad rows are skipped. */
  addFile(refusal: Refusal): void {
    this.#fileCount++;
    this.#add(this.#ofFiles, refusal);
  }

  /** Adds a bad row to the refusals, from an error whose details have the line and column. */
  addRowError(file: string, error: HindcastError): void {
    this.addRow(refusalOf(file, error));
  }

  /** Adds a file that cannot be imported to the refusals, from the error with which reading it failed. */
  addFileError(file: string, error: HindcastError): void {
    this.addFile(refusalOf(file, error));
  }

  /** Number of bad rows refused so far. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** Number of refusals of whole files. */
  get fileCount(): number {
    return this.#fileCount;
  }

  /** Number of refused rows and files. */
  get count(): number {
    return this.#rowCount + this.#fileCount;
  }

  /** Refusals of files, then of rows, each in order of occurrence and at most ten thousand. */
  get list(): readonly Refusal[] {
    return [...this.#ofFiles, ...this.#ofRows];
  }

  /** Number of refusals by reason, most frequent first. */
  get byReason(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#byReason].toSorted(([, a], [, b]) => b - a));
  }

  #add(kept: Refusal[], refusal: Refusal): void {
    if (kept.length < MAX_KEPT) kept.push(Object.freeze(refusal));
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
