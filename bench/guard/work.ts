import { join } from "node:path";
import { randomWalk } from "../support/random-walk.ts";
import type { Library } from "./library.ts";

/** One thing that must not become slower, ready to be timed. */
export type Work = Readonly<Record<string, () => unknown>>;

const BARS = 100_000;
const INDICATORS = ["sma", "ema", "rsi", "macd", "bollinger", "stochastic", "atr", "adx", "cci", "psar"];

/** What is watched: the loop, indicators in both ways, a sweep and a quote of the served API. */
export async function workOf(library: Library): Promise<{ readonly work: Work; readonly close: () => Promise<void> }> {
  const quotes = await quotesOf(library);
  return {
    work: { ...loopOf(library), ...indicatorsOf(library), ...sweepOf(library), ...quotes.work },
    close: quotes.close,
  };
}

/** The same prices as bars of that library, whose own class they must be. */
function walk({ core }: Library, length: number) {
  const { time, open, high, low, close, volume } = randomWalk(length);
  return new core.Bars("1d", { time, open, high, low, close, volume });
}

function loopOf(library: Library): Work {
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

function indicatorsOf(library: Library): Work {
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

/** A loop of its own for each stream: one loop for all of them would be slow because it sees them all. */
function streamed(name: string, make: () => unknown, inputs: readonly Float64Array[]): () => unknown {
  const columns = inputs.map((_, i) => `c${i}`);
  const body = `// ${name}
    let last;
    for (let i = 0; i < c0.length; i++) last = stream.update(${columns.map((one) => `${one}[i]`).join(", ")});
    return last;`;
  // eslint-disable-next-line typescript/no-implied-eval -- only new source gives a loop feedback of its own
  const loop = new Function("stream", ...columns, body) as (
    stream: unknown,
    ...all: readonly Float64Array[]
  ) => unknown;
  return () => loop(make(), ...inputs);
}

function sweepOf(library: Library): Work {
  const { range, sweep } = library.research;
  const { smaCross } = library.strategies;
  const data = library.core.marketOf({ WALK: walk(library, 2_148) });
  const params = { fast: range(5, 14), slow: range(60, 98, 2) };
  return { "sweep of 200 pairs": () => sweep(smaCross, data, { params }) };
}

async function quotesOf(library: Library): Promise<{ readonly work: Work; readonly close: () => Promise<void> }> {
  const recording = await library.tape.openRecording(join(library.folder, "data", "sample"));
  const app = await library.server.buildServer(await recording.load(), { speed: 0 });
  const { text } = app.hindcast.keys.create({ name: "guard", tier: "enterprise", scopes: ["market_data:read"] });
  const headers = { authorization: `Bearer ${text}` };
  const url = "/v2/market-data/stocks/AAPL/quote";
  const ask = () => app.inject({ url, headers });
  const { statusCode, body } = await ask();
  if (statusCode !== 200) throw new Error(`a quote must be given, was ${statusCode}: ${body}`);
  return { work: { "served quote": ask }, close: () => app.close() };
}
