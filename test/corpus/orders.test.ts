import { describe, expect, test } from "vitest";
import { pieces, Recorded } from "./recorded.ts";
import { randomRuns, textOfRun } from "./runs.ts";

const recorded = new Recorded("orders");
const all = randomRuns();

describe("runs with random orders", () => {
  test.each(pieces(all, 45).map((runs) => [runs[0]!.name, runs] as const))(
    "have their recorded outcomes, from %s on",
    (_, runs) => {
      const changed = runs.filter((run) => !recorded.holds(run.name, textOfRun(run)));
      expect(changed.map(({ name }) => name)).toEqual([]);
    },
  );

  test("are all recorded, and every recorded outcome has a run", () => {
    expect(recorded.strays()).toEqual([]);
  });
});
