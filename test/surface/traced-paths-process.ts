// Prints, as `file function`, the functions that run while a file becomes a chart, an order is posted and an order fills.
// Runs in a process of its own, since the profiler would disturb the coverage of the tests.
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { backtest, defineStrategy } from "hindcast";
import { readBars } from "hindcast/data";
import { reportHtml } from "../../src/report/html.ts";
import { reportPayload } from "../../src/report/payload.ts";
import { symbolData } from "../../src/web/report/chart-data.ts";
import { buyAndHold } from "../../strategies/buy-and-hold.ts";
import { ROOT } from "../house/source-files.ts";
import { connected } from "../support/stream-client.ts";
import { openFloor } from "../support/trading-floor.ts";

async function functionsRun(act: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await session.post("Profiler.takePreciseCoverage");
  await act();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  return result.flatMap(({ url, functions }) =>
    functions
      .filter(({ ranges }) => ranges[0]!.count > 0)
      .map(({ functionName }) => `${url.split("/src/").at(-1)} ${functionName}`),
  );
}

const close = await functionsRun(async () => {
  const data = await readBars(join(ROOT, "data/sp500-2000.csv"));
  const payload = reportPayload(backtest(buyAndHold, data));
  reportHtml(payload);
  symbolData(payload.symbols[0]!);
});

const buysBelow = defineStrategy({
  name: "buys-below",
  onBar({ bar, orders }) {
    if (bar.index === 1) orders.buy({ quantity: 1, limit: bar.close * 0.98, timeInForce: "gtc" });
  },
});
const bars = await readBars(join(ROOT, "data/sp500-2000.csv"));
const fill = await functionsRun(async () => backtest(buysBelow, bars));

const floor = await openFloor();
const client = await connected(floor.server, { headers: floor.headers });
await client.ask({ action: "subscribe", channel: "orders" }, "subscribed");
const order = await functionsRun(async () => {
  await floor.order({ type: "limit", limit_price: 100, quantity: 5 });
  await client.all();
});
await client.close();
await floor.server.close();
console.log(JSON.stringify({ close, order, fill }));
