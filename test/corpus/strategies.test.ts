import { describe, expect, test } from "vitest";
import { pieces, Recorded } from "./recorded.ts";
import { strategyRuns, textOfRun } from "./runs.ts";

const recorded = new Recorded("strategies");
const all = await strategyRuns();

describe("every shipped strategy under every engine's conventions comes to what was recorded", () => {
  test.each(pieces(all, 45).map((runs) => [runs[0]!.name, runs] as const))("from %s on", (_, runs) => {
    const changed = runs.filter((run) => !recorded.holds(run.name, textOfRun(run)));
    expect(changed.map(({ name }) => name)).toEqual([]);
  });

  test("no run is missing, and none is new", () => {
    expect(recorded.strays()).toEqual([]);
  });
});
