import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../house/source-files.ts";

// Every outcome is stored as a hash, so that refactoring can prove that no number changed. `npm run test:corpus` compares them.
//
//   CORPUS=record npm run test:corpus    records the current outcomes; only for a bug fix, in a commit that describes it
//   CORPUS=folder npm run test:corpus    writes the lines behind the hashes into a folder, to compare two checkouts with diff
const mode = process.env["CORPUS"];

/** Hashes of one family of recorded outcomes, by name. */
export class Recorded {
  readonly #file: string;
  readonly #expected: Readonly<Record<string, string>>;
  readonly #found: Record<string, string> = {};

  constructor(family: string) {
    this.#file = join(ROOT, `test/corpus/hashes/${family}.json`);
    const text = mode === "record" && !existsSync(this.#file) ? "{}" : readFileSync(this.#file, "utf8");
    this.#expected = JSON.parse(text) as Record<string, string>;
  }

  /** Returns whether an outcome has the recorded hash. While recording, always returns true. */
  holds(name: string, outcome: string): boolean {
    const hash = createHash("sha256").update(outcome).digest("hex").slice(0, 16);
    this.#found[name] = hash;
    if (mode === "record") return true;
    if (mode !== undefined) {
      mkdirSync(mode, { recursive: true });
      writeFileSync(join(mode, `${name.replaceAll(/[^\w.-]/g, "_")}.txt`), `${outcome}\n`);
    }
    return hash === this.#expected[name];
  }

  /**
   * Returns recorded names without a run, and names of runs that are not recorded. While recording, writes the hashes.
   */
  strays(): readonly string[] {
    if (mode === "record") {
      writeFileSync(this.#file, `${JSON.stringify(this.#found, undefined, 2)}\n`);
      return [];
    }
    const names = new Set([...Object.keys(this.#expected), ...Object.keys(this.#found)]);
    return [...names].filter((name) => this.#expected[name] === undefined || this.#found[name] === undefined);
  }
}

/** Splits a list into parts, so that the test of each part ends well before its timeout. */
export function pieces<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
