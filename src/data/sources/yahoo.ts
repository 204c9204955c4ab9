import type { CorporateAction } from "../../market/corporate-action.ts";
import type { AssetClass, RecordedInstrument } from "../../market/recorded-market.ts";
import { pluralize } from "../../primitives/words.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { type Interval, intervalEnd, isDailyOrLonger } from "../../time/interval.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import {
  answerPart,
  type AnswerRows,
  asList,
  asNumber,
  asRecord,
  type Download,
  type Source,
} from "../fetching/source.ts";
import type { KnownInstrument } from "../importing/importer.ts";
import { instrumentOf } from "../importing/instrument-of.ts";

/** Asset classes by the instrument types of Yahoo. */
const CLASSES: Readonly<Record<string, AssetClass>> = {
  EQUITY: "stock",
  ETF: "etf",
  MUTUALFUND: "etf",
  INDEX: "index",
  CRYPTOCURRENCY: "crypto",
  CURRENCY: "forex",
  FUTURE: "commodity",
};

/** Classes whose calendar is that of an exchange in the zone of Yahoo's answer. */
const LISTED: ReadonlySet<string> = new Set(["stock", "etf", "index"]);

/** How many days Yahoo keeps bars shorter than a day, and how many it gives in an answer. */
const SHORT_HISTORY: Readonly<Partial<Record<Interval, { readonly days: number; readonly perAnswer: number }>>> = {
  "1m": { days: 29, perAnswer: 7 },
  "2m": { days: 59, perAnswer: 59 },
  "5m": { days: 59, perAnswer: 59 },
  "15m": { days: 59, perAnswer: 59 },
  "30m": { days: 59, perAnswer: 59 },
  "90m": { days: 59, perAnswer: 59 },
  "1h": { days: 729, perAnswer: 729 },
};

/**
 * Bars of Yahoo's chart endpoint. Open, high, low, close and volume are adjusted for splits but not for dividends; the adjusted close, which
 * daily and longer bars have, for both. Dividends are adjusted for splits too: they are recorded as paid.
 */
export const yahoo: Source = {
  name: "yahoo",
  title: "Yahoo Finance, such as AAPL, ^GSPC, EURUSD=X, BTC-USD",
  terms: "https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html",
  baseUrl: "https://query1.finance.yahoo.com",
  pauseMs: 500,
  restates: true,
  intervals: {
    "1m": "1m",
    "2m": "2m",
    "5m": "5m",
    "15m": "15m",
    "30m": "30m",
    "90m": "90m",
    "1h": "60m",
    "1d": "1d",
    "1wk": "1wk",
    "1mo": "1mo",
    "3mo": "3mo",
  },
  earliest: (interval, now) => {
    const days = SHORT_HISTORY[interval]?.days;
    return days === undefined ? Date.UTC(1900, 0, 1) : now - days * DAY_MS;
  },
  recordedSymbol: (symbol) => symbol.toUpperCase(),
  async *download(download) {
    const { interval, sourceInterval, from, to, now, file } = download;
    const read = file("");
    // Splits up to today are needed, since all earlier prices and dividends are adjusted for them.
    const days = await chart(download, "1d", from, now + DAY_MS);
    if (days === undefined) return;
    const meta = asRecord(days["meta"]);
    const instrument = instrumentOf(read, read.symbol!, instrumentFacts(meta));
    const zone = zoneOf(
      typeof meta["exchangeTimezoneName"] === "string" ? meta["exchangeTimezoneName"] : instrument.zone,
    );
    const actions = actionsOf(days, instrument, zone);
    yield {
      instruments: [instrument],
      actions,
      notes: [
        `${instrument.symbol}: Yahoo's prices are adjusted for splits; its adjusted close is also adjusted for dividends.`,
        ...(actions.some(({ kind }) => kind === "dividend")
          ? [
              `${instrument.symbol}: dividends are Yahoo's amounts times the ratios of later splits, that is, amounts per share as paid.`,
            ]
          : []),
      ],
    };
    const step = (SHORT_HISTORY[interval]?.perAnswer ?? Infinity) * DAY_MS;
    for (let start = from; start < to; start += step) {
      const isRead = interval === "1d" && start === from;
      const result = isRead ? days : await chart(download, sourceInterval, start, Math.min(start + step, to));
      if (result === undefined) continue;
      const { rows, missing } = rowsOf(result, interval, zone, now);
      const part = answerPart(read, instrument, rows, interval, zone.name);
      const left = `${instrument.symbol}: Yahoo has no prices for ${pluralize(missing, "bar")} of ${interval}, which are left out.`;
      yield missing === 0 ? part : { ...part, notes: [left] };
    }
  },
};

type Result = Readonly<Record<string, unknown>>;

/** Requests a chart; undefined if Yahoo has the symbol, but no bars in the range. */
async function chart(
  { symbol, baseUrl, web }: Download,
  interval: string,
  from: number,
  to: number,
): Promise<Result | undefined> {
  const url = new URL(`${baseUrl}/v8/finance/chart/${encodeURIComponent(symbol)}`);
  url.search = new URLSearchParams({
    interval,
    period1: String(Math.floor(from / 1000)),
    period2: String(Math.ceil(to / 1000)),
    events: "div,splits",
    includeAdjustedClose: "true",
    includePrePost: "false",
  }).toString();
  const answer = await web.json(url);
  const { chart: body, finance } = asRecord(answer.json);
  const { description } = asRecord(asRecord(body ?? finance)["error"]);
  if (answer.status === 404) throw web.unknownSymbol(symbol, description);
  if (!answer.ok) {
    if (/^data doesn't exist for startdate/i.test(String(description))) return undefined;
    throw web.rejection(answer, description);
  }
  const [result] = asList(asRecord(body)["result"]);
  if (result === undefined) throw web.failure("SOURCE_UNAVAILABLE", `answered without a chart for ${symbol}`);
  return asRecord(result);
}

function instrumentFacts(meta: Result): KnownInstrument {
  const { instrumentType, currency, longName, shortName, exchangeTimezoneName: zone } = meta;
  const assetClass = CLASSES[String(instrumentType)];
  const name = longName ?? shortName;
  return {
    priceBasis: "split_adjusted",
    ...(assetClass !== undefined && { assetClass }),
    ...(typeof currency === "string" && { currency }),
    ...(typeof name === "string" && { name }),
    ...(typeof zone === "string" && LISTED.has(assetClass ?? "stock") && { zone }),
  };
}

/** Splits and dividends of a chart. Yahoo divides a dividend by all later splits; the product is what was paid. */
function actionsOf(result: Result, { symbol, currency }: RecordedInstrument, zone: Zone): readonly CorporateAction[] {
  const events = asRecord(result["events"]);
  const dated = (name: string) =>
    Object.values(asRecord(events[name])).map((event) => {
      const { date, ...rest } = asRecord(event);
      return { exDate: Math.floor(zone.toLocal(asNumber(date) * 1000) / DAY_MS), rest };
    });
  const splits = dated("splits").map(({ exDate, rest: { numerator, denominator } }): CorporateAction => {
    const ratio = asNumber(numerator) / asNumber(denominator);
    return { symbol, kind: "split", exDate, ratio, cash: 0, currency };
  });
  const dividends = dated("dividends").map(({ exDate, rest: { amount } }): CorporateAction => {
    const later = splits.filter((split) => split.exDate >= exDate);
    const cash = later.reduce((paid, { ratio }) => paid * ratio, asNumber(amount));
    return { symbol, kind: "dividend", exDate, ratio: 1, cash, currency };
  });
  return [...splits, ...dividends].toSorted((a, b) => a.exDate - b.exDate);
}

const PRICES = ["open", "high", "low", "close", "volume"] as const;

/** Rows of complete bars, and how many have no prices. Bars of a day or longer begin at midnight of the zone, not with the session. */
function rowsOf(
  result: Result,
  interval: Interval,
  zone: Zone,
  now: number,
): { readonly rows: AnswerRows; readonly missing: number } {
  const indicators = asRecord(result["indicators"]);
  const quote = asRecord(asList(indicators["quote"])[0]);
  const adjusted = asRecord(asList(indicators["adjclose"])[0])["adjclose"];
  const columns = [...PRICES.map((name) => quote[name]), ...(adjusted === undefined ? [] : [adjusted])].map(asList);
  const rows = { time: [] as number[], values: columns.map(() => [] as number[]) };
  let missing = 0;
  for (const [row, timestamp] of asList(result["timestamp"]).entries()) {
    const instant = asNumber(timestamp) * 1000;
    const isLong = isDailyOrLonger(interval);
    const start = isLong ? zone.toInstantOrAfter(Math.floor(zone.toLocal(instant) / DAY_MS) * DAY_MS) : instant;
    // The last row may be a quote of this moment, with the time of the last trade.
    if (intervalEnd(interval, start, zone.name) > now) continue;
    if (columns.slice(0, 4).every((column) => column[row] === null)) {
      missing++;
      continue;
    }
    rows.time.push(start);
    for (const [place, column] of columns.entries()) rows.values[place]!.push(asNumber(column[row]));
  }
  return { rows, missing };
}
