import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose files start servers, browsers and processes, and take seconds where others take milliseconds; the longest first. */
const LONG = ["end-to-end", "server", "client", "surface", "dataframe", "contracts", "research", "cli", "oracles"];

/** Begins files that take long before others: one that is begun last keeps a processor waiting for the other. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // eslint-disable-next-line unicorn/no-array-sort -- no array: it is the sequencer's
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((folder) => moduleId.includes(`/test/${folder}/`));
  return place < 0 ? LONG.length : place;
}
