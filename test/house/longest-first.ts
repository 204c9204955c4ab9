import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose tests start servers, browsers and processes and take seconds, the slowest first. */
const LONG = ["end-to-end", "server", "client", "surface", "dataframe", "contracts", "research", "cli", "oracles"];

/**
 * Starts slow test files first, since one that starts last leaves a processor idle. Tests of pages keep both processors busy, and tests of
 * servers wait for disks and clocks, so the two kinds alternate.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // eslint-disable-next-line unicorn/no-array-sort -- no array: it is the sequencer's
    const given = await super.sort(files);
    const ranked = LONG.map((folder) => given.filter(({ moduleId }) => moduleId.includes(`/test/${folder}/`)));
    const [pages = [], ...others] = ranked;
    const long = new Set(dealt(pages, others.flat()));
    return [...long, ...given.filter((file) => !long.has(file))];
  }
}

/** The second among the first, evenly. */
function dealt<T>(few: readonly T[], many: readonly T[]): T[] {
  if (few.length === 0) return [...many];
  const share = Math.ceil(many.length / few.length);
  return few.flatMap((each, i) => [each, ...many.slice(i * share, (i + 1) * share)]);
}
