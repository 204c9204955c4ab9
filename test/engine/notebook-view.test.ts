import { backtest } from "hindcast";
import { expect, test } from "vitest";
import type { NotebookView } from "../../src/engine/notebook-view.ts";
import { EIGHT_DAYS, marketOfBars, scripted } from "../report/fixture.ts";

/** What Deno's Jupyter kernel does with the last value of a cell: it calls the method with this symbol, and awaits it. */
function displayed(result: object): Promise<NotebookView> {
  const display = Symbol.for("Jupyter.display");
  return (result as Record<symbol, () => Promise<NotebookView>>)[display]!();
}

const script = scripted({ 0: 50, 2: 0, 4: 40, 6: 0 });

test("a notebook shows a result as a table of metrics and a chart", async () => {
  const result = backtest(script, EIGHT_DAYS, { cash: 1000 });
  const view = await displayed(result);
  expect(view["text/plain"]).toBe(result.toString());
  const html = view["text/html"];
  expect(html).toContain("<strong>scripted</strong> ACME · 1d · 2024-01-01 to 2024-01-08</p>");
  expect(html).toMatch(/<th[^>]*>Final equity<\/th><td>1,080\.00<\/td>/);
  expect(html).toMatch(/<th[^>]*>Trades<\/th><td>2<\/td>/);
  expect(html).toContain(view["image/svg+xml"]);
});

test("the line of a result counts one trade in the singular", () => {
  expect(String(backtest(scripted({ 0: 50, 2: 0 }), EIGHT_DAYS, { cash: 1000 }))).toMatch(/: 1 trade$/);
});

test("the chart of a notebook has a point for each record, between the lowest and the highest value", async () => {
  // Equity: 1000, 1100, 1150, 1200, 1200, 1080, 1100, 1080. Buy and hold ends at 1100 and has its maximum at 1500.
  const svg = (await displayed(backtest(script, EIGHT_DAYS, { cash: 1000 })))["image/svg+xml"];
  const lines = [...svg.matchAll(/points="([^"]*)"/g)].map(([, points]) =>
    points!.split(" ").map((point) => point.split(",").map(Number)),
  );
  expect(lines.map((line) => line.length)).toEqual([8, 8]);
  const [, equity] = lines;
  expect(equity![0]).toEqual([90, 215]);
  expect(equity!.at(-1)![0]).toBe(720);
  expect(svg).toContain(">1,500.00</text>");
  expect(svg).toContain(">1,000.00</text>");
});

test("the view of a notebook contains names only as text", async () => {
  const bars = EIGHT_DAYS.series[0]!.bars;
  const view = await displayed(backtest(script, marketOfBars({ "<b>&": bars }), { cash: 1000 }));
  expect(view["text/html"]).not.toContain("<b>");
  expect(view["text/html"]).toContain("&#60;b&#62;&#38;");
});
