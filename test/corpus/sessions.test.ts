import { afterAll, describe, expect, test } from "vitest";
import { openFloor } from "../support/trading-floor.ts";
import { textOf } from "./projection.ts";
import { pieces, Recorded } from "./recorded.ts";
import { transcriptOf } from "./sessions.ts";

const recorded = new Recorded("sessions");
const floor = await openFloor();
const seeds = Array.from({ length: 60 }, (_, i) => i + 1);

describe("served sessions", () => {
  test.each(pieces(seeds, 20).map((some) => [some[0]!, some] as const))(
    "give their recorded answers, from seed %d on",
    async (_, some) => {
      const changed: number[] = [];
      for (const seed of some) {
        if (!recorded.holds(`session ${seed}`, textOf(await transcriptOf(floor, seed)))) changed.push(seed);
      }
      expect(changed).toEqual([]);
    },
  );

  test("are all recorded, and every recorded transcript has a session", () => {
    expect(recorded.strays()).toEqual([]);
  });
});

afterAll(() => floor.server.close());
