import { marketOf } from "hindcast";
import { checkWarmUp } from "hindcast/research";
import { expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { walk } from "./walk.ts";

const early = walk(900);
const params = { fast: 2, slow: 30 };
const histories = [0, 10, 30, 31, 100, 200];
const checkAll = (market: ReturnType<typeof marketOf>, symbols?: readonly string[]) =>
  checkWarmUp(smaCross, market, { params, histories, ...(symbols !== undefined && { symbols }) });

test("checkWarmUp uses the history of the symbol with the most bars if other symbols are listed later", () => {
  const market = marketOf({ EARLY: early, NEAR: walk(900, 2).slice(250, 900), LATE: walk(900, 3).slice(500, 900) });
  const report = checkAll(market);
  expect(report.available).toBe(300);
  expect(report.fills).toBeGreaterThan(checkAll(market, ["EARLY"]).fills);
  expect(report.rows.map(({ bars, sameTrades }) => [bars, sameTrades])).toEqual([
    [0, false],
    [10, false],
    [30, true],
    [31, true],
    [100, true],
    [200, true],
  ]);
});

test("checkWarmUp considers only the symbols that its options name", () => {
  const market = marketOf({ EARLY: early, LATE: walk(900, 3).slice(500, 900) });
  expect(checkAll(market, ["EARLY"])).toEqual(checkAll(marketOf({ EARLY: early })));
  expect(checkWarmUp(smaCross, market, { params, symbols: ["LATE"] })).toMatchObject({
    available: 133,
    rows: [0, 10, 20, 50, 100].map((bars) => ({ bars })),
  });
});

test("checkWarmUp refuses histories that are not shorter than the available history", () => {
  const run = (...lengths: number[]) =>
    checkWarmUp(smaCross, marketOf({ EARLY: early }), { params, histories: lengths });
  const refusal = (bars: number) =>
    `histories must be less than the number of bars before the first traded bar (300), was ${bars}`;
  expect(() => run(0, 300)).toThrow(refusal(300));
  expect(() => run(1000, 299)).toThrow(refusal(1000));
  expect(run(299, 0).rows.map(({ bars }) => bars)).toEqual([0, 299]);
});

test("checkWarmUp refuses a run that starts at the first bar of every symbol", () => {
  const run = () => checkWarmUp(smaCross, marketOf({ EARLY: early }), { settings: { from: "1970-01-01" } });
  expect(run).toThrow("from must be after the first bars of the data, so that there is history before it");
});
