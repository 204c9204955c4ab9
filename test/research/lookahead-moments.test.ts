import { checkLookahead } from "hindcast/research";
import { expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { walkMarket } from "./walk.ts";

test.each([1, 2, 3, 4, 7, 30])("a check asked for %i moments tries so many", (moments) => {
  expect(checkLookahead(smaCross, walkMarket(300), { moments }).moments).toBe(moments);
});

test("a check asked for more moments than there are tries all but the last, after which there is no future", () => {
  expect(checkLookahead(smaCross, walkMarket(40), { moments: 1000 }).moments).toBe(39);
});
