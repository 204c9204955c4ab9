import { checkLookahead } from "hindcast/research";
import { expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { walkMarket } from "./walk.ts";

test.each([1, 2, 3, 4, 7, 30])("checkLookahead tries %i moments if asked for as many", (moments) => {
  expect(checkLookahead(smaCross, walkMarket(300), { moments }).moments).toBe(moments);
});

test("checkLookahead tries all moments but the last if asked for more than exist", () => {
  expect(checkLookahead(smaCross, walkMarket(40), { moments: 1000 }).moments).toBe(39);
});
