import { expect, test } from "vitest";
import { furthestEast } from "../../src/time/furthest-east.ts";

test("furthestEast returns the zone that is ahead of the others all year", () => {
  expect(furthestEast(["UTC", "America/New_York"])).toBe("UTC");
  expect(furthestEast(["America/New_York", "Asia/Tokyo", "UTC"])).toBe("Asia/Tokyo");
  // In winter London is on UTC, in summer ahead of it.
  expect(furthestEast(["UTC", "Europe/London"])).toBe("Europe/London");
  expect(furthestEast(["America/New_York", "America/Chicago"])).toBe("America/New_York");
});
