import { expect, test } from "vitest";
import { priceText } from "../../../src/web/report/number-text.ts";

test("a small price in a report has so many decimals that it shows four digits", () => {
  // A price of 20.17 dollars, adjusted for splits of 480 for 1.
  expect(priceText(0.0420208, 2)).toBe("0.04202");
  expect(priceText(0.042, 2)).toBe("0.042");
  expect(priceText(-0.00208333, 2)).toBe("-0.002083");
  expect(priceText(0.04, 2)).toBe("0.04");
  expect(priceText(0.5, 2)).toBe("0.50");
  expect(priceText(1234.5, 2)).toBe("1,234.50");
  expect(priceText(0, 2)).toBe("0.00");
  expect(priceText(0.5, 0)).toBe("0.5");
  expect(priceText(NaN, 2)).toBe("–");
});
