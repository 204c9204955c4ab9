// A user's program with the installed package: it uses every entry point with its types.
import { backtest, type BacktestResult, crossedAbove, crossedBelow, defineStrategy, param, ta } from "hindcast";
import { ema, indicators } from "hindcast/indicators";
import { type Client, createClient } from "hindcast/client";
import { toDataFrame } from "hindcast/dataframe";
import { metrics } from "hindcast/metrics";
import { blackScholes } from "hindcast/pricing";
import { reportHtml, reportPayload } from "hindcast/report";
import { range, sweep } from "hindcast/research";
import { buildServer, type HindcastServer } from "hindcast/server";
import { openRecording, readCsv } from "hindcast/data";

const cross = defineStrategy({
  name: "user-cross",
  params: { fast: param.integer({ default: 10, min: 2, max: 50 }) },
  indicators: ({ close }, { fast }) => ({ fast: ta.sma(close, fast), slow: ema(close, 30) }),
  onBar({ ind, orders }) {
    if (crossedAbove(ind.fast, ind.slow)) orders.buy({ percent: 1 });
    else if (crossedBelow(ind.fast, ind.slow)) orders.close();
  },
});
const bars = await readCsv("prices.csv", { symbol: "SPX" });
const result: BacktestResult = backtest(cross, bars);
// @ts-expect-error -- a number is no strategy
const wrong = () => backtest(3, bars);
const swept = await sweep(cross, bars, { params: { fast: range(5, 8) } });

const recording = await openRecording("node_modules/hindcast/data/sample");
const server: HindcastServer = await buildServer(await recording.load(), { speed: 0 });
const baseUrl = await server.listen({ port: 0, host: "127.0.0.1" });
const apiKey = server.hindcast.keys.create({ name: "user", tier: "enterprise", scopes: ["market_data:read"] }).text;
const client: Client = createClient({ baseUrl, apiKey });
await server.close();

const doors = [indicators, client, toDataFrame, metrics.sharpe, blackScholes, wrong];
const words = {
  fillHash: result.fillHash,
  checksum: swept.checksum,
  page: reportHtml(reportPayload(result)).includes("user-cross"),
  doors: doors.every((one) => one !== undefined),
};
console.log(JSON.stringify(words));
