import { describe, expect, test } from "vitest";
import { pieces, Recorded } from "./recorded.ts";
import { randomRuns, textOfRun } from "./runs.ts";

const recorded = new Recorded("orders");
const all = randomRuns();

describe("random orders under every convention match their recorded outcomes:", () => {
  test.each(pieces(all, 45).map((runs) => [runs[0]!.name, runs] as const))("runs from %s on", (_, runs) => {
    const changed = runs.filter((run) => !recorded.holds(run.name, textOfRun(run)));
    expect(changed.map(({ name }) => name)).toEqual([]);
  });

  test("no recorded run is missing, and every run is recorded", () => {
    expect(recorded.strays()).toEqual([]);
  });
});
