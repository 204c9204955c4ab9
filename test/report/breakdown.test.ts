import { backtest, defineStrategy } from "hindcast";
import { expect, test } from "vitest";
import { bandRows, costRows } from "../../src/report/labelled.ts";
import { durationRows, reportPayload } from "../../src/report/payload.ts";
import { resultJson } from "../../src/engine/result-json.ts";
import { breakdownText } from "../../src/report/terminal/breakdown-text.ts";
import { tradeGroups } from "../../src/report/trade-groups.ts";
import { barsOf, changed, eightDaysResult, marketOfBars } from "./fixture.ts";

const flat = (prices: readonly number[]) => barsOf(prices.map((price) => [price, price, price, price] as const));
/** Bars of symbol A, which rises by ten per bar, and of symbol B, which falls by ten. */
const MARKET = marketOfBars({ A: flat([100, 110, 120, 130, 140]), B: flat([100, 90, 80, 70, 60]) });

/** Holds ten A long and ten B short from the second to the fourth open. Each gains 200; the four fills cost 40. */
const longShort = backtest(
  defineStrategy({
    name: "both",
    onBar({ bar, symbol, orders }) {
      if (bar.index === 0 && symbol === "A") orders.buy({ quantity: 10, tag: "up" });
      if (bar.index === 0 && symbol === "B") orders.sell({ quantity: 10, tag: "down" });
      if (bar.index === 2) orders.close();
    },
  }),
  MARKET,
  { account: "margin", commission: { model: "per-order", amount: 10 } },
);

test("a report has tables of the trades by symbol, by side and by tag", () => {
  const tables = tradeGroups(longShort);
  expect(tables.map(({ title, rows }) => [title, ...rows.map(({ key, pnl }) => `${key} ${pnl}`)])).toEqual([
    ["Symbol", "A 180", "B 180"],
    ["Side", "long 180", "short 180"],
    ["Tag", "down 180", "up 180"],
  ]);
  expect(tables[0]!.headings).toEqual([
    "Trades",
    "P&L",
    "Commission",
    "Win rate",
    "Profit factor",
    "Average trade",
    "Wins in a row",
    "Losses in a row",
  ]);
  // The first row is for symbol A, whose only trade gains 180 on a position of 1,100.
  expect(tables[0]!.rows[0]!.cells).toEqual(["1", "180.00", "20.00", "100.00%", "–", "16.36%", "1", "0"]);
});

test("tables of trades by symbol, side or tag are left out if all trades have the same value", () => {
  expect(tradeGroups(eightDaysResult())).toEqual([]);
});

test("a table of trades by tag shows only the tags with the largest profits and losses if there are many", () => {
  const trades = [3, -9, 0, 5].map((pnl, i) => ({ ...longShort.trades[0]!, symbol: "A", tag: `t${i}`, pnl }));
  const [tags] = tradeGroups({ trades, currencyDecimals: 2 }, 2);
  expect(tags!.rows.map(({ key }) => key)).toEqual(["t1", "t3"]);
  expect(tags!.omitted).toBe(2);
});

test("the table of costs has a row for each kind of cost paid, and their total", () => {
  expect(costRows(longShort).map(({ label, text }) => `${label} ${text}`)).toEqual(["Commission 40.00", "Total 40.00"]);
  expect(costRows(eightDaysResult())).toEqual([]);
});

test("the table of durations describes closed trades", () => {
  // Entries at the opens of days 2 and 6, exits at the opens of days 4 and 8.
  expect(durationRows(eightDaysResult()).map(({ label, text }) => `${label} ${text}`)).toEqual([
    "Shortest trade 2d",
    "Median 2d",
    "Mean 2d",
    "Longest trade 2d",
    "Average winner 2d",
    "Average loser 2d",
  ]);
});

/** Result of buying ten units at 100 with exits at 110 and 90. One bar reaches both exits, so `band` gives two results. */
const banded = backtest(
  defineStrategy({
    name: "bracket",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 10, takeProfit: 110, stopLoss: 90 });
    },
  }),
  marketOfBars({
    X: barsOf([
      [100, 100, 100, 100],
      [100, 100, 100, 100],
      [100, 120, 80, 100],
    ]),
  }),
  { cash: 1000, intrabar: "band" },
);

test("the report, the JSON and the terminal show both the pessimistic and the optimistic result of a run with intrabar: band", () => {
  expect(bandRows(banded).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    "Pessimistic: -10.00%, 900.00",
    "Optimistic: 10.00%, 1,100.00",
  ]);
  expect(bandRows(banded)[1]!.meaning).toBe(
    "One of the two results is a loss and the other is not: the backtest is inconclusive.",
  );
  expect(resultJson(banded).band).toMatchObject({
    pessimistic: { finalEquity: 900 },
    optimistic: { finalEquity: 1100 },
    crossesZero: true,
  });
  expect(breakdownText(banded)).toBe("band\nPessimistic   -10.00%, 900.00\nOptimistic   10.00%, 1,100.00");
});

test("the report of a run without intrabar: band has no rows for a pessimistic and an optimistic result", () => {
  expect(bandRows(longShort)).toEqual([]);
  expect(resultJson(longShort).band).toBeNull();
});

test("the terminal shows the most important tables of grouped trades, and the report page shows all", () => {
  expect(breakdownText(longShort).split("\n\n")[0]).toBe(
    [
      "by symbol  trades     p&l  win rate  profit factor  average trade",
      "A               1  180.00   100.00%              –         16.36%",
      "B               1  180.00   100.00%              –         20.00%",
    ].join("\n"),
  );
  expect(breakdownText(longShort)).not.toContain("costs");
  const payload = reportPayload(longShort);
  expect(payload.groups).toEqual(tradeGroups(longShort));
  expect(payload.costs).toEqual(costRows(longShort));
  expect(reportPayload(eightDaysResult()).band).toEqual([]);
});

test("a table of grouped trades drops columns on a narrow terminal, but never the P&L", () => {
  const first = (width: number) => breakdownText(longShort, { width }).split("\n\n")[0]!.split("\n").slice(0, 3);
  expect(first(60)).toEqual([
    "by                          win  profit  average",
    "symbol  trades     p&l     rate  factor    trade",
    "A            1  180.00  100.00%       –   16.36%",
  ]);
  expect(first(30)).toEqual(["by", "symbol  trades     p&l", "A            1  180.00"]);
});

test("long tags in a table of grouped trades are cut to half the width of the line", () => {
  const trades = eightDaysResult().trades.map((trade, i) => ({
    ...trade,
    tag: `${"a very long reason ".repeat(3)}${i}`,
  }));
  const lines = breakdownText(changed(eightDaysResult(), { trades }), { width: 40 }).split("\n");
  expect(lines[1]).toMatch(/^a very long reason … /);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
});

test("tags in wide characters in a table of grouped trades are cut to half the width of the line", () => {
  const trades = eightDaysResult().trades.map((trade, i) => ({ ...trade, tag: `${"移動平均".repeat(6)}${i}` }));
  const lines = breakdownText(changed(eightDaysResult(), { trades }), { width: 40 }).split("\n");
  expect(lines[1]).toMatch(/^移動平均移動平均移… {7}1 /);
});
