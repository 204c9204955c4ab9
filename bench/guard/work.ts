import { join } from "node:path";
import { randomWalk } from "../support/random-walk.ts";
import type { Library } from "./library.ts";

/** Cases to time, by name. */
export type Cases = Readonly<Record<string, () => unknown>>;

const BARS = 100_000;
const INDICATORS = ["sma", "ema", "rsi", "macd", "bollinger", "stochastic", "atr", "adx", "cci", "psar"];

/** Prepares the cases: the bar loop, indicators over columns and bar by bar, a sweep and a quote of the server. */
export async function casesOf(
  library: Library,
): Promise<{ readonly cases: Cases; readonly close: () => Promise<void> }> {
  const quotes = await quoteCase(library);
  return {
    cases: { ...loopCases(library), ...indicatorCases(library), ...sweepCase(library), ...quotes.cases },
    close: quotes.close,
  };
}

/** Returns a random walk, equal in both versions, as bars of the given version's own class. */
function walk({ core }: Library, length: number) {
  const { time, open, high, low, close, volume } = randomWalk(length);
  return new core.Bars("1d", { time, open, high, low, close, volume });
}

function loopCases(library: Library): Cases {
  const { backtest, marketOf, prepareData } = library.core;
  const { smaCross } = library.strategies;
  const settings = { commission: { model: "percent", rate: 0.00001 } };
  const data = marketOf({ WALK: walk(library, BARS) });
  const prepared = prepareData(data, settings);
  return {
    loop: () => backtest(smaCross, prepared, settings),
    "loop with all metrics": () => backtest(smaCross, prepared, settings).summary,
  };
}

function indicatorCases(library: Library): Cases {
  const bars = walk(library, BARS);
  const column = (input: string) => (input === "source" ? bars.close : bars[input as "close"]);
  const work: Record<string, () => unknown> = {};
  for (const name of INDICATORS) {
    const indicator = library.catalog.indicators[name];
    if (indicator === undefined) continue;
    const inputs = (indicator.spec.inputs as readonly string[]).map(column);
    work[name] = () => indicator(...inputs);
    work[`${name}, bar by bar`] = streamed(name, () => indicator.stream({}), inputs);
  }
  return work;
}

/** Compiles a separate loop for each stream. V8 would not optimize one loop shared by all streams for any of them. */
function streamed(name: string, make: () => unknown, inputs: readonly Float64Array[]): () => unknown {
  const columns = inputs.map((_, i) => `c${i}`);
  const body = `// ${name}
    let last;
    for (let i = 0; i < c0.length; i++) last = stream.update(${columns.map((one) => `${one}[i]`).join(", ")});
    return last;`;
  // eslint-disable-next-line typescript/no-implied-eval -- only new source gives a loop its own type feedback
  const loop = new Function("stream", ...columns, body) as (
    stream: unknown,
    ...all: readonly Float64Array[]
  ) => unknown;
  return () => loop(make(), ...inputs);
}

function sweepCase(library: Library): Cases {
  const { range, sweep } = library.research;
  const { smaCross } = library.strategies;
  const data = library.core.marketOf({ WALK: walk(library, 2_148) });
  const params = { fast: range(5, 14), slow: range(60, 98, 2) };
  return { "sweep of 200 pairs": () => sweep(smaCross, data, { params }) };
}

async function quoteCase(library: Library): Promise<{ readonly cases: Cases; readonly close: () => Promise<void> }> {
  const recording = await library.data.openRecording(join(library.folder, "data", "sample"));
  const app = await library.server.buildServer(await recording.load(), { speed: 0 });
  const { text } = app.hindcast.keys.create({ name: "guard", tier: "enterprise", scopes: ["market_data:read"] });
  const headers = { authorization: `Bearer ${text}` };
  const url = "/v2/market-data/stocks/AAPL/quote";
  const requestQuote = () => app.inject({ url, headers });
  const { statusCode, body } = await requestQuote();
  if (statusCode !== 200) throw new Error(`the server answered ${statusCode} to a quote: ${body}`);
  return { cases: { "served quote": requestQuote }, close: () => app.close() };
}
