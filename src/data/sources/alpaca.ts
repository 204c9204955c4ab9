import type { CorporateAction } from "../../market/corporate-action.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { parseDate, parseInstant, formatInstant } from "../../time/instant.ts";
import { DAY_MS } from "../../time/interval.ts";
import { answerPart, asList, asNumber, asRecord, type Download, type Source } from "../fetching/source.ts";
import { instrumentOf } from "../importing/instrument-of.ts";

const LIMIT = 10_000;
const LARGEST_ACTIONS_PAGE = 1000;
/** Accounts without real-time data may not request the last minutes; without an end Alpaca chooses the latest that is allowed. */
const DELAY_MS = 16 * 60_000;

/**
 * Bars of US stocks from Alpaca's market data API, as traded, with splits and cash dividends. Daily bars begin at midnight of New York. Shorter
 * ones include the extended hours.
 */
export const alpaca: Source = {
  name: "alpaca",
  title: "US stocks from Alpaca, such as AAPL; needs API keys",
  terms: "https://alpaca.markets/disclosures",
  baseUrl: "https://data.alpaca.markets",
  pauseMs: 310,
  restates: false,
  intervals: {
    "1m": "1Min",
    "2m": "2Min",
    "3m": "3Min",
    "5m": "5Min",
    "10m": "10Min",
    "15m": "15Min",
    "20m": "20Min",
    "30m": "30Min",
    "1h": "1Hour",
    "2h": "2Hour",
    "4h": "4Hour",
    "6h": "6Hour",
    "8h": "8Hour",
    "12h": "12Hour",
    "1d": "1Day",
    "1wk": "1Week",
    "1mo": "1Month",
    "3mo": "3Month",
  },
  earliest: () => Date.UTC(2016, 0, 1),
  recordedSymbol: (symbol) => symbol.toUpperCase(),
  async *download(download) {
    const { symbol, interval, sourceInterval, from, to, now, file } = download;
    const read = file("");
    const instrument = instrumentOf(read, read.symbol!, { priceBasis: "raw" });
    yield { instruments: [instrument], actions: await actionsOf(download, instrument), notes: [] };
    const query = {
      timeframe: sourceInterval,
      adjustment: "raw",
      sort: "asc",
      limit: String(LIMIT),
      start: formatInstant(from),
      ...(to <= now - DELAY_MS && { end: formatInstant(to - 1) }),
    };
    for await (const page of pages(download, `/v2/stocks/${encodeURIComponent(symbol.toUpperCase())}/bars`, query)) {
      const bars = asList(page["bars"]).map(asRecord);
      const time = bars.map(({ t }) => (typeof t === "string" ? parseInstant(t) : NaN));
      const values = (["o", "h", "l", "c", "v"] as const).map((name) => bars.map((bar) => asNumber(bar[name])));
      yield answerPart(read, instrument, { time, values }, interval, instrument.zone);
    }
  },
};

/** Requests pages until one has no token of the next. */
async function* pages(
  { symbol, baseUrl, web, keys }: Download,
  path: string,
  query: Readonly<Record<string, string>>,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const [id, secret] = [keys["APCA_API_KEY_ID"], keys["APCA_API_SECRET_KEY"]];
  if (!id || !secret) {
    const missing =
      "needs API keys: set the environment variables APCA_API_KEY_ID and APCA_API_SECRET_KEY to the keys of an Alpaca account";
    throw web.failure("SOURCE_REFUSED", missing);
  }
  const headers = { "APCA-API-KEY-ID": id, "APCA-API-SECRET-KEY": secret };
  let token: string | undefined;
  do {
    const url = new URL(`${baseUrl}${path}`);
    url.search = new URLSearchParams({ ...query, ...(token !== undefined && { page_token: token }) }).toString();
    const answer = await web.json(url, headers);
    const { message, next_page_token: next, ...page } = asRecord(answer.json);
    if (answer.status === 404 || (!answer.ok && /invalid symbol/i.test(String(message))))
      throw web.unknownSymbol(symbol, message);
    if (!answer.ok) {
      const keyHint = answer.status === 401 || answer.status === 403;
      throw web.rejection(answer, message, keyHint ? ". Check APCA_API_KEY_ID and APCA_API_SECRET_KEY" : "");
    }
    yield page;
    token = typeof next === "string" && next !== "" ? next : undefined;
  } while (token !== undefined);
}

/** Splits and cash dividends with an ex-date in the range. */
async function actionsOf(download: Download, instrument: RecordedInstrument): Promise<readonly CorporateAction[]> {
  const { symbol, currency } = instrument;
  const actions: CorporateAction[] = [];
  // A special dividend may have the ex-date of a regular one.
  const cash = new Map<number, number>();
  const query = {
    symbols: download.symbol.toUpperCase(),
    types: "forward_split,reverse_split,cash_dividend",
    start: formatInstant(download.from).slice(0, 10),
    end: formatInstant(download.now).slice(0, 10),
    limit: String(LARGEST_ACTIONS_PAGE),
  };
  for await (const page of pages(download, "/v1/corporate-actions", query)) {
    const groups = asRecord(page["corporate_actions"]);
    for (const split of ["forward_splits", "reverse_splits"].flatMap((name) => asList(groups[name])).map(asRecord)) {
      const ratio = asNumber(split["new_rate"]) / asNumber(split["old_rate"]);
      actions.push({ symbol, kind: "split", exDate: dayOf(split), ratio, cash: 0, currency });
    }
    for (const dividend of asList(groups["cash_dividends"]).map(asRecord)) {
      const exDate = dayOf(dividend);
      cash.set(exDate, (cash.get(exDate) ?? 0) + asNumber(dividend["rate"]));
    }
  }
  for (const [exDate, paid] of cash) actions.push({ symbol, kind: "dividend", exDate, ratio: 1, cash: paid, currency });
  return actions;
}

function dayOf({ ex_date: date }: Readonly<Record<string, unknown>>): number {
  return parseDate(String(date)) / DAY_MS;
}
