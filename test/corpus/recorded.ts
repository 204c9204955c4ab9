import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../house/source-files.ts";

// Every outcome is one hash, so that a change of structure can show that it changed no number. `npm run test:corpus` compares;
//
//   CORPUS=record npm run test:corpus    writes what this checkout gives as what is right: only where a fault was mended, in a commit that says so
//   CORPUS=folder npm run test:corpus    writes the lines behind the hashes into a folder, so that two checkouts can be compared by diff
const mode = process.env["CORPUS"];

/** The hashes of one family of outcomes, by name. */
export class Recorded {
  readonly #file: string;
  readonly #expected: Readonly<Record<string, string>>;
  readonly #found: Record<string, string> = {};

  constructor(family: string) {
    this.#file = join(ROOT, `test/corpus/hashes/${family}.json`);
    const text = mode === "record" && !existsSync(this.#file) ? "{}" : readFileSync(this.#file, "utf8");
    this.#expected = JSON.parse(text) as Record<string, string>;
  }

  /** Whether an outcome is the recorded one; while recording every outcome is. */
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

  /** Names that are recorded and did not run, and names that ran and are not recorded. While recording it writes what ran. */
  strays(): readonly string[] {
    if (mode === "record") {
      writeFileSync(this.#file, `${JSON.stringify(this.#found, undefined, 2)}\n`);
      return [];
    }
    const names = new Set([...Object.keys(this.#expected), ...Object.keys(this.#found)]);
    return [...names].filter((name) => this.#expected[name] === undefined || this.#found[name] === undefined);
  }
}

/** A list in pieces, so that each ends well before the time of a test is over. */
export function pieces<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
