import { expect, test } from "vitest";
import { furthestEast } from "../../src/time/furthest-east.ts";

test("the clocks that are ahead of all others, through the year", () => {
  expect(furthestEast(["UTC", "America/New_York"])).toBe("UTC");
  expect(furthestEast(["America/New_York", "Asia/Tokyo", "UTC"])).toBe("Asia/Tokyo");
  // In winter London is on UTC, in summer ahead of it.
  expect(furthestEast(["UTC", "Europe/London"])).toBe("Europe/London");
  expect(furthestEast(["America/New_York", "America/Chicago"])).toBe("America/New_York");
});
