import { backtest } from "hindcast";
import { describe, expect, test } from "vitest";
import { axisTicks, equityLine } from "../../src/report/terminal/equity-line.ts";
import { summaryTable } from "../../src/report/terminal/summary-table.ts";
import { tradesTable } from "../../src/report/terminal/trades-table.ts";
import {
  barsOf,
  changed,
  crossingResult,
  EIGHT_DAYS,
  eightDaysResult,
  marketOfBars,
  MONDAY,
  sampleRecording,
  scripted,
} from "./fixture.ts";

const widest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));

// eslint-disable-next-line no-control-regex -- the escape that starts a color
const COLOR = /\u001B\[\d+m/g;

describe("the summary in a terminal", () => {
  test("has aligned columns for the strategy and buy and hold", () => {
    expect(summaryTable(eightDaysResult()).split("\n")).toEqual([
      "scripted",
      "ACME  1d  2024-01-01 to 2024-01-08  8 bars",
      "",
      "                   strategy  buy and hold",
      "Final equity       1,080.00      1,100.00",
      "Total return          8.00%        10.00%",
      "CAGR              3,257.40%     7,659.52%",
      "Best session         10.00%        20.00%",
      "Worst session       -10.00%       -20.00%",
      "",
      "Max drawdown        -10.00%       -26.67%",
      "Longest drawdown         3d            3d",
      "Volatility          111.01%       253.86%",
      "Exposure             50.00%",
      "Sharpe ratio           3.67          2.85",
      "Sortino ratio          5.93          4.60",
      "Calmar ratio         325.74        287.23",
      "",
      "Trades                    2",
      "Win rate             50.00%",
      "Average trade        10.00%",
      "Best trade           40.00%",
      "Worst trade         -20.00%",
      "Profit factor          1.67",
      "Expectancy            40.00",
      "Commission paid        0.00",
    ]);
  });

  test("ends with the warnings, and shows a dash for missing numbers", () => {
    const text = summaryTable(changed(backtest(scripted({}), EIGHT_DAYS), { warnings: ["one", "two"] }));
    expect(text).toMatch(/\nWin rate +–\n/);
    expect(text.endsWith("\n\nwarning: one\nwarning: two")).toBe(true);
  });

  test("counts closed and open trades separately", () => {
    const result = backtest(scripted({ 0: 5, 1: 0, 4: 4, 5: 3 }), EIGHT_DAYS, { cash: 1000 });
    expect(result.trades.map(({ open }) => open)).toEqual([false, true, true]);
    expect(summaryTable(result)).toMatch(/^Trades +1 closed, 2 open$/m);
    expect(result.summary["trades"]).toBe(1);
  });

  test("wraps warnings between words", () => {
    const result = changed(eightDaysResult(), { warnings: ["one two three", "four"] });
    expect(summaryTable(result, { width: 16 }).split("\n").slice(-3)).toEqual([
      "warning: one two",
      "  three",
      "warning: four",
    ]);
  });

  test("fits 40 characters, with open trades below closed ones", () => {
    const result = backtest(scripted({ 0: 5, 1: 0, 4: 4, 5: 3 }), EIGHT_DAYS, { cash: 1000 });
    const lines = summaryTable(changed(result, { warnings: [] }), { width: 40 }).split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "scripted",
      "ACME 1d 2024-01-01 to 2024-01-08 8 bars",
      "",
      "                  strategy  buy and hold",
      "Final equity        991.00      1,100.00",
      "Total return        -0.90%        10.00%",
    ]);
    const trades = lines.findIndex((line) => line.startsWith("Trades"));
    expect(lines.slice(trades, trades + 3)).toEqual([
      "Trades            1 closed",
      "                    2 open",
      "Win rate           100.00%",
    ]);
    expect(widest(lines)).toBeLessThanOrEqual(40);
  });

  test("puts buy and hold below the strategy if two columns do not fit", () => {
    const lines = summaryTable(changed(eightDaysResult(), { warnings: [] }), { width: 28 }).split("\n");
    expect(widest(lines)).toBeLessThanOrEqual(28);
    expect(lines.filter((line) => line.startsWith("Final equity"))).toHaveLength(2);
    expect(lines.filter((line) => line.startsWith("Trades"))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^Calmar ratio +287\.23$/);
  });

  test("lists the parameters of the strategy", () => {
    const result = changed(eightDaysResult(), { params: { fast: 10, kind: "ema" } });
    expect(summaryTable(result).split("\n")[0]).toBe("scripted (fast 10, kind ema)");
  });

  test("has color only if requested, without changes to its text", () => {
    const plain = summaryTable(eightDaysResult());
    const colored = summaryTable(eightDaysResult(), { color: true });
    expect(plain).not.toMatch(COLOR);
    expect(colored).toContain("\u001B[32m");
    const bare = colored.replaceAll(COLOR, "").replaceAll(/ +$/gm, "");
    expect(bare).toBe(plain);
  });
});

describe("the trades table in a terminal", () => {
  test("shows dates without times if the times do not fit", () => {
    const hours = { start: MONDAY, step: 3_600_000, interval: "1h" } as const;
    const market = marketOfBars({
      X: barsOf(
        [
          [10, 11, 9, 10],
          [10, 12, 10, 12],
          [12, 13, 11, 13],
        ],
        hours,
      ),
    });
    const result = backtest(scripted({ 0: 5, 1: 0 }), market);
    const table = (width: number) => tradesTable(result, { width }).split("\n")[1];
    expect(table(40)).toBe("best  2024-01-01 01:00  10.00  20.00%");
    expect(table(30)).toBe("best  2024-01-01  10.00  20.00%");
  });

  test("refuses market data as second argument, which an older version accepted", () => {
    expect(() => tradesTable(eightDaysResult(), EIGHT_DAYS as object)).toThrow(
      'tradesTable has no option "series"; it has count, width, color',
    );
  });

  test("lists the best and worst trades with their session dates", () => {
    expect(tradesTable(eightDaysResult()).split("\n")).toEqual([
      "       entry       exit        symbol  side  quantity  in at  out at  bars      p&l   return",
      "best   2024-01-02  2024-01-04  ACME    long        50  10.00   14.00     2   200.00   40.00%",
      "worst  2024-01-06  2024-01-08  ACME    long        40  15.00   12.00     2  -120.00  -20.00%",
    ]);
  });

  test.each([
    [84, "       entry       exit        side  quantity  in at  out at  bars      p&l   return"],
    [80, "       entry       exit        side  quantity  in at  out at      p&l   return"],
    [60, "       entry       exit        quantity      p&l   return"],
    [20, "       entry           p&l   return"],
  ])("drops the least important columns if only %i characters fit", (width, heading) => {
    const [first, ...lines] = tradesTable(eightDaysResult(), { width }).split("\n");
    expect(first).toBe(heading);
    expect(lines[0]).toMatch(/^best +2024-01-02 .* 200\.00 +40\.00%$/);
  });

  test("lists the requested number of best and worst trades", async () => {
    const data = await sampleRecording();
    const lines = tradesTable(crossingResult(data), { count: 2 }).split("\n");
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(/^best +2012-12-04 +2013-06-12 /);
    expect(lines[4]).toMatch(/^ +2003-01-13 +2003-01-28 /);
  });

  test("is empty if no trade was closed", () => {
    expect(tradesTable(backtest(scripted({ 0: 5 }), EIGHT_DAYS))).toBe("");
  });
});

describe("the equity chart in a terminal", () => {
  test("labels its time axis with dates only if the times do not fit", () => {
    const hours = { start: MONDAY, step: 3_600_000, interval: "1h" } as const;
    const market = marketOfBars({
      X: barsOf(
        [
          [10, 11, 9, 10],
          [10, 12, 10, 12],
        ],
        hours,
      ),
    });
    const labels = (width: number) =>
      equityLine(backtest(scripted({}), market), width)
        .split("\n")
        .at(-2)!
        .trim();
    expect(labels(60)).toMatch(/^2024-01-01 00:00 +2024-01-01 01:59$/);
    expect(labels(40)).toMatch(/^2024-01-01 +2024-01-01$/);
  });

  test("has an axis of money on the left and an axis of dates below", () => {
    expect(equityLine(eightDaysResult(), 60, { height: 6 }).split("\n")).toEqual([
      "1,500 ┤                            ⠄⠂⠁⠄",
      "      │                        ⡀⠄⠂⠁    ⠁⠄⡀",
      "      │            ⡀⠄⠄⠂⠂⠂⠂⠂⠂⠂⠂⠂           ⠂⡀",
      "1,250 ┤       ⠄⠂⠂⠁⠁     ⣀⣀⣀⡠⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⣀⡀    ⠂⠄⠂⠂⠂⠁⠁⠁⠁⠁⠂⠄⡀",
      "      │   ⡀⠄⠂⣁⡠⠤⠤⠔⠒⠒⠒⠉⠉⠉               ⠈⠉⠒⠢⢄⣀⣀⣀⣀⣀⣀⣀⡠⠤⣀⣀⣀⣀⣁⣂⣄",
      "1,000 ┤⣀⠤⠖⠒⠊⠉",
      "      └─────────────────────────────────────────────────────",
      "       2024-01-01           2024-01-04            2024-01-08",
      "       ⠤⠤ strategy  ⠄⠄ buy and hold",
    ]);
  });

  test.each([1, 40, 41, 80, 117, 200])(
    "fits a terminal with %s columns, but is at least 40 columns wide",
    async (width) => {
      const data = await sampleRecording();
      const lines = equityLine(crossingResult(data), width).split("\n");
      expect(Math.max(...lines.map((line) => line.length))).toBe(Math.max(40, width));
      expect(lines).toHaveLength(15);
    },
  );

  test("draws a straight line if equity never moves", () => {
    const flat = Float64Array.from({ length: 8 }, () => 1000);
    const result = eightDaysResult();
    const line = equityLine(changed(result, { equity: { ...result.equity, equity: flat }, buyAndHold: flat }), 40, {
      height: 3,
    });
    expect(line.split("\n")[1]).toMatch(/^1,000\.00 ┤[⠒⠤⠉⣀]+$/u);
  });

  test("leaves a gap in a curve at points without a value", () => {
    const result = eightDaysResult();
    const gap = Float64Array.from({ length: 8 }, () => NaN);
    expect(() => equityLine(changed(result, { buyAndHold: gap }), 40)).not.toThrow();
  });

  test("is replaced by a sentence if no equity was recorded", () => {
    const none = new Float64Array(0);
    const equity = {
      time: none,
      date: none,
      equity: none,
      cash: none,
      sessions: new Int32Array(0),
      sessionDates: none,
    };
    expect(equityLine(changed(eightDaysResult(), { equity, buyAndHold: none }), 80)).toBe("no equity was recorded");
  });
});

test.each([
  [0, 10, 3, [0, 5, 10]],
  [46_000, 297_000, 3, [50_000, 100_000, 150_000, 200_000, 250_000]],
  [-1, 1, 3, [-1, 0, 1]],
  [1.01, 1.02, 3, [1.01, 1.015, 1.02]],
  [5, 5, 3, [5]],
])(
  "the axis from %s to %s of an equity chart has ticks at round values, at least %s of them",
  (low, high, least, ticks) => {
    const found = axisTicks(low, high, least);
    expect(found.map((tick) => Number(tick.toFixed(6)))).toEqual(ticks);
  },
);
