import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose files start servers, browsers and processes, and take seconds where others take milliseconds; the longest first. */
const LONG = ["end-to-end", "server", "client", "surface", "dataframe", "contracts", "research", "cli", "oracles"];

/**
 * Begins files that take long before others: one that is begun last keeps a processor waiting for the other. Those of pages keep both
 * processors busy, with a browser beside them, and those of servers wait for disks and clocks, so they are dealt out among each other.
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
