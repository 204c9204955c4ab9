import { checkLookahead } from "hindcast/research";
import { expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { walkMarket } from "./walk.ts";

test.each([1, 2, 3, 4, 7, 30])(
  "checkLookahead truncates the data at %i points in time if moments has this value",
  (moments) => {
    expect(checkLookahead(smaCross, walkMarket(300), { moments }).moments).toBe(moments);
  },
);

test("checkLookahead truncates the data after every bar but the last if moments exceeds the number of bars", () => {
  expect(checkLookahead(smaCross, walkMarket(40), { moments: 1000 }).moments).toBe(39);
});
