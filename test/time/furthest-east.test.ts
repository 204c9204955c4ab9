import { expect, test } from "vitest";
import { furthestEast } from "../../src/time/furthest-east.ts";

test("furthestEast returns the zone whose clocks are furthest ahead, counting winter and summer", () => {
  expect(furthestEast(["UTC", "America/New_York"])).toBe("UTC");
  expect(furthestEast(["America/New_York", "Asia/Tokyo", "UTC"])).toBe("Asia/Tokyo");
  // London is on UTC in winter and an hour ahead of UTC in summer.
  expect(furthestEast(["UTC", "Europe/London"])).toBe("Europe/London");
  expect(furthestEast(["America/New_York", "America/Chicago"])).toBe("America/New_York");
});
