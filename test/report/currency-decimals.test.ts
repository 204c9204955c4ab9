import { backtest, defineStrategy, param } from "hindcast";
import { monteCarlo, range, sweep, walkForward } from "hindcast/research";
import { expect, test } from "vitest";
import { trialsText } from "../../src/cli/output/trials-text.ts";
import { instrument } from "../../src/market/instrument.ts";
import type { MarketData } from "../../src/market/market-data.ts";
import { resultJson } from "../../src/engine/result-json.ts";
import { reportPayload } from "../../src/report/payload.ts";
import { comparedRun } from "../../src/report/research/compared-run.ts";
import { comparePayload } from "../../src/report/research/compare-payload.ts";
import { monteCarloPayload } from "../../src/report/research/monte-carlo-payload.ts";
import { sweepPayload } from "../../src/report/research/sweep-payload.ts";
import { walkForwardPayload } from "../../src/report/research/walk-forward-payload.ts";
import { breakdownText } from "../../src/report/terminal/breakdown-text.ts";
import { summaryTable } from "../../src/report/terminal/summary-table.ts";
import { tradesTable } from "../../src/report/terminal/trades-table.ts";
import { barsOf } from "./fixture.ts";
import { unpacked } from "./unpacked.ts";

const ROWS = Array.from({ length: 40 }, (_, i) => {
  const open = 8 + (i % 5);
  return [open, open + 1, open - 1, open + 0.5] as const;
});

/** Daily bars of an instrument in the given currency. Its price rises and falls in cycles. */
function marketIn(currency: string): MarketData {
  return { series: [{ instrument: instrument("X", { currency, lot: 0.001 }), bars: barsOf(ROWS) }], notes: [] };
}

/** A strategy that buys 15.5 units every five bars and sells them `hold` bars later: by default at 9 and 11. */
const cycle = defineStrategy({
  name: "cycle",
  params: { hold: param.integer({ default: 2, min: 1, max: 4 }) },
  onBar({ bar, orders, params }) {
    if (bar.index % 5 === 0) orders.buy({ quantity: 15.5, tag: bar.index % 2 === 0 ? "even" : "odd" });
    else if (bar.index % 5 === params.hold) orders.close();
  },
});

const COMMISSION = { model: "percent", rate: 0.01 } as const;

// 15.5 units bought at 9 and sold at 11 gain 31. Commissions of 1% are 1.395 and 1.705, so 27.9 remain. Eight such trades gain 223.2 and
// cost 24.8. Rounded commissions are 1.40 and 1.71 with two decimals, and 1 and 2 in yen.
test.each([
  ["JPY", 0, "1,224", "24", "28"],
  ["KWD", 3, "1,223.200", "24.800", "27.900"],
  ["BTC", 8, "1,223.20000000", "24.80000000", "27.90000000"],
  ["USD", 2, "1,223.12", "24.88", "27.89"],
])("reports of an account in %s write money with %i decimals", (currency, digits, final, paid, best) => {
  const data = marketIn(currency);
  const settings = { cash: 1000, currency, commission: COMMISSION } as const;
  const result = backtest(cycle, data, settings);
  const payload = reportPayload(result);
  const row = (name: string) => payload.summary.find((each) => each.name === name)!.text;

  expect(result.currencyDecimals).toBe(digits);
  expect(resultJson(result).currencyDecimals).toBe(digits);
  expect([row("final-equity"), row("commission-paid")]).toEqual([final, paid]);
  expect(payload.currencyDecimals).toBe(digits);
  expect(unpacked(payload.trades.pnl)[0]!.toFixed(digits)).toBe(best);
  expect(payload.costs.map(({ text }) => text)).toContain(paid);
  expect(payload.settings.find(({ label }) => label === "Starting cash")!.text).toBe(
    (1000).toLocaleString("en-US", { minimumFractionDigits: digits }),
  );
  expect(payload.groups.find(({ title }) => title === "Tag")!.rows[0]!.cells[2]).toMatch(decimalsAtEnd(digits));
  expect(summaryTable(result)).toMatch(new RegExp(`Final equity +${final} `));
  expect(tradesTable(result)).toMatch(new RegExp(` ${best} +\\d`));
  expect(breakdownText(result)).toMatch(new RegExp(`\neven +4 +\\d+${digits === 0 ? "" : `\\.\\d{${digits}}`} `));
});

test("research pages and tables write money with the decimals of the account's currency", async () => {
  const data = marketIn("KWD");
  const settings = { cash: 1000, currency: "KWD", commission: COMMISSION } as const;
  const result = backtest(cycle, data, settings);

  const swept = await sweep(cycle, data, { params: { hold: range(1, 3) }, objective: "final-equity", settings });
  const terminal = { stdout: { write: () => true }, stderr: { write: () => true }, env: {} };
  // The best trial sells at 12. Each of its eight trades gains 46.5 less commissions of 1.395 and 1.86.
  expect(trialsText(swept, 1, terminal)).toMatch(/ 1,345\.960 /);
  const [metric] = sweepPayload(swept).metrics.filter(({ unit }) => unit === "money");
  expect(metric).toMatchObject({ name: "final-equity", moneyDecimals: 3 });

  const experiment = { params: { hold: [1, 2] }, train: 10, test: 10, settings, objective: "final-equity" };
  const walked = await walkForward(cycle, data, experiment);
  const setup = { settings, train: 10, test: 10, mode: "rolling", chosenBy: "all" } as const;
  expect(walkForwardPayload(walked, data, setup).windows[0]!.testedText).toMatch(decimalsAtEnd(3));

  const drawn = monteCarloPayload(monteCarlo(result.performance, { runs: 50 }), result);
  expect(drawn.intervals.find(({ title }) => title === "Final equity")!.actual).toBe("1,223.200");
  expect(drawn.distributions[0]).toMatchObject({ unit: "money", moneyDecimals: 3 });

  const { currencyDecimals, ...members } = JSON.parse(JSON.stringify(resultJson(result))) as Record<string, unknown>;
  const runs = [comparedRun("now", { ...members, currencyDecimals })!, comparedRun("of before", members)!];
  const final = comparePayload(runs).metrics.find(({ name }) => name === "final-equity")!;
  expect(final.texts).toEqual(["1,223.200", "1,223.200"]);
});

function decimalsAtEnd(digits: number): RegExp {
  return digits === 0 ? /\d{2}$|^-?\d$/ : new RegExp(`\\.\\d{${digits}}$`);
}
