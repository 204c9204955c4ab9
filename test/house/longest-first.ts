import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders with slow tests, which start servers, browsers and processes. The slowest come first. */
const LONG = ["end-to-end", "server", "client", "surface", "dataframe", "contracts", "research", "cli", "oracles"];

/**
 * Starts slow test files first, because a slow file at the end leaves a processor idle. Browser tests use both processors and server tests
 * wait for disks and clocks, so the two kinds alternate.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // eslint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const sorted = await super.sort(files);
    const ranked = LONG.map((folder) => sorted.filter(({ moduleId }) => moduleId.includes(`/test/${folder}/`)));
    const [pages = [], ...others] = ranked;
    const long = new Set(interleaved(pages, others.flat()));
    return [...long, ...sorted.filter((file) => !long.has(file))];
  }
}

/** Returns one list in which the items of `few` are spread evenly among those of `many`. */
function interleaved<T>(few: readonly T[], many: readonly T[]): T[] {
  if (few.length === 0) return [...many];
  const share = Math.ceil(many.length / few.length);
  return few.flatMap((each, i) => [each, ...many.slice(i * share, (i + 1) * share)]);
}
