import { afterAll, describe, expect, test } from "vitest";
import { openFloor } from "../support/trading-floor.ts";
import { textOf } from "./projection.ts";
import { pieces, Recorded } from "./recorded.ts";
import { transcriptOf } from "./sessions.ts";

const recorded = new Recorded("sessions");
const floor = await openFloor();
const seeds = Array.from({ length: 60 }, (_, i) => i + 1);

describe("served sessions match their recorded answers:", () => {
  test.each(pieces(seeds, 20).map((some) => [some[0]!, some] as const))("sessions from seed %d on", async (_, some) => {
    const changed: number[] = [];
    for (const seed of some) {
      if (!recorded.holds(`session ${seed}`, textOf(await transcriptOf(floor, seed)))) changed.push(seed);
    }
    expect(changed).toEqual([]);
  });

  test("no recorded session is missing, and every session is recorded", () => {
    expect(recorded.strays()).toEqual([]);
  });
});

afterAll(() => floor.server.close());
