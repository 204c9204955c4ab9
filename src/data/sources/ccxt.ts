import { parameterError } from "../../primitives/check.ts";
import { loadPackage } from "../../primitives/load-package.ts";
import { nearestNames, suggestionText } from "../../primitives/nearest-names.ts";
import { intervalEnd } from "../../time/interval.ts";
import { answerPart, asList, asNumber, asRecord, type Download, type Source } from "../fetching/source.ts";
import { retryAfterOf, type WebClient } from "../fetching/web-client.ts";
import { instrumentOf } from "../importing/instrument-of.ts";

/** The part of an exchange of ccxt that this package uses. */
interface Exchange {
  readonly has: Readonly<Record<string, unknown>>;
  readonly timeframes: Readonly<Record<string, unknown>> | undefined;
  readonly urls: { api?: unknown };
  readonly last_response_headers: Readonly<Record<string, string>> | undefined;
  /** Requests that were made too early wait; its pauses are those of the exchange. */
  enableRateLimit: boolean;
  fetchImplementation: unknown;
  loadMarkets(): Promise<Readonly<Record<string, unknown>>>;
  fetchOHLCV(symbol: string, timeframe: string, since: number): Promise<readonly unknown[]>;
}

/** The part of ccxt that this package uses. */
interface Ccxt {
  readonly exchanges: readonly string[];
  readonly [name: string]: unknown;
}

const PACKAGE = "ccxt";
/** Number of bars to move on after an empty answer, which no exchange's answer is shorter than. */
const SMALLEST_ANSWER = 100;

/** Bars of an exchange through the optional package ccxt. */
export const ccxt: Source = {
  name: "ccxt",
  title: "Exchanges in the npm package ccxt, such as ccxt:kraken BTC/USD",
  terms: "https://github.com/ccxt/ccxt, and those of the exchange",
  argument: "exchange",
  // ccxt makes the pauses that the exchange asks for.
  pauseMs: 0,
  restates: false,
  // Each exchange has some of these.
  intervals: {
    "1s": "1s",
    "5s": "5s",
    "10s": "10s",
    "15s": "15s",
    "30s": "30s",
    "1m": "1m",
    "2m": "2m",
    "3m": "3m",
    "5m": "5m",
    "10m": "10m",
    "15m": "15m",
    "20m": "20m",
    "30m": "30m",
    "45m": "45m",
    "1h": "1h",
    "90m": "90m",
    "2h": "2h",
    "3h": "3h",
    "4h": "4h",
    "6h": "6h",
    "8h": "8h",
    "12h": "12h",
    "1d": "1d",
    "1wk": "1w",
    "1mo": "1M",
    "3mo": "3M",
  },
  earliest: () => undefined,
  recordedSymbol: (symbol) => symbol.replaceAll("/", "").replaceAll(":", ".").toUpperCase(),
  async *download(download) {
    const { symbol, interval, sourceInterval, to, web, file } = download;
    const exchange = await openExchange(download);
    const markets = await request(exchange, web, () => exchange.loadMarkets());
    const market = markets[symbol];
    if (market === undefined)
      throw web.unknownSymbol(symbol, suggestionText(nearestNames(symbol, Object.keys(markets))));
    const { base, quote } = asRecord(market);
    const read = file("");
    const instrument = instrumentOf(read, read.symbol!, {
      assetClass: "crypto",
      exchange: download.argument.toUpperCase(),
      priceBasis: "raw",
      ...(typeof base === "string" && { base }),
      ...(typeof quote === "string" && { currency: quote }),
    });
    for (let since = download.from; since < to;) {
      const start = since;
      const all = await request(exchange, web, () => exchange.fetchOHLCV(symbol, sourceInterval, start));
      // Some exchanges add bars from before the start, or give the latest ones whatever the start is.
      const bars = all.map(asList).filter(([time]) => asNumber(time) >= start);
      const time = bars.map((bar) => asNumber(bar[0]));
      const values = [1, 2, 3, 4, 5].map((place) => bars.map((bar) => asNumber(bar[place])));
      yield answerPart(read, instrument, { time, values }, interval, "UTC");
      since = intervalEnd(interval, time.at(-1) ?? start);
      for (let skipped = 1; time.length === 0 && skipped < SMALLEST_ANSWER; skipped++)
        since = intervalEnd(interval, since);
    }
  },
};

/** Creates the exchange. Throws `PACKAGE_MISSING`, `PARAMETER_OUT_OF_RANGE` and `SOURCE_REFUSED`. */
async function openExchange({ argument, sourceInterval, baseUrl, web }: Download): Promise<Exchange> {
  const loaded = await loadPackage([PACKAGE], `fetch from ${web.source}`, () => import(PACKAGE) as Promise<unknown>);
  const library = (asRecord(loaded)["default"] ?? loaded) as Ccxt;
  if (!library.exchanges.includes(argument)) {
    const near = suggestionText(nearestNames(argument, library.exchanges));
    throw parameterError("source", `ccxt: followed by the id of an exchange in ccxt${near}`, `ccxt:${argument}`);
  }
  const Exchange = library[argument] as new () => Exchange;
  const exchange = new Exchange();
  exchange.enableRateLimit = true;
  if (web.fetch !== globalThis.fetch) exchange.fetchImplementation = web.fetch;
  if (baseUrl !== undefined) exchange.urls.api = movedTo(baseUrl, exchange.urls.api);
  if (exchange.has["fetchOHLCV"] !== true) throw web.failure("SOURCE_REFUSED", "has no bars");
  const known = Object.keys(exchange.timeframes ?? {});
  if (known.length > 0 && !known.includes(sourceInterval)) {
    const message = `has no bars of ${sourceInterval}; it has ${known.join(", ")}`;
    throw web.failure("INTERVAL_UNAVAILABLE", message, { known });
  }
  return exchange;
}

/** Returns addresses with the origin of another one: an exchange has several, in objects inside each other. */
function movedTo(baseUrl: string, urls: unknown): unknown {
  if (typeof urls === "string") return urls.replace(/^https?:\/\/[^/]+/, baseUrl);
  return Object.fromEntries(Object.entries(asRecord(urls)).map(([name, url]) => [name, movedTo(baseUrl, url)]));
}

/** Runs a request of ccxt. Its network errors, which include limits of requests, are repeated. */
function request<T>(exchange: Exchange, web: WebClient, run: () => Promise<T>): Promise<T> {
  return web.attempt(async () => {
    try {
      return await run();
    } catch (error) {
      const kinds = ancestry(error);
      const text = error instanceof Error ? error.message : String(error);
      if (kinds.includes("NetworkError") || kinds.includes("BadResponse")) {
        const headers = new Map(
          Object.entries(exchange.last_response_headers ?? {}).map(([k, v]) => [k.toLowerCase(), v]),
        );
        throw web.passing(`failed: ${text}`, retryAfterOf({ get: (name) => headers.get(name) ?? null }), error);
      }
      throw web.failure("SOURCE_REFUSED", `rejected the request: ${text}`, { cause: error });
    }
  }, undefined);
}

/** Names of the classes of an error, the own one first. */
function ancestry(error: unknown): readonly string[] {
  const names: string[] = [];
  for (let at: unknown = error; typeof at === "object" && at !== null; at = Object.getPrototypeOf(at))
    names.push(String((at as { readonly constructor?: { readonly name?: unknown } }).constructor?.name));
  return names;
}
