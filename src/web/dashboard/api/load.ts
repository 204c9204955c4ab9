import type { Portfolio, PortfolioHistory } from "../../../schemas/account.ts";
import type { History } from "../../../schemas/history.ts";
import type { Instruments } from "../../../schemas/instruments.ts";
import type { MarketClock } from "../../../schemas/market-clock.ts";
import type { FillList, OrderList, OrderRecord } from "../../../schemas/order.ts";
import type { ReplayClock } from "../../../schemas/replay.ts";
import { ChartBars } from "../data/chart-bars.ts";
import type { DashboardStore } from "../data/dashboard-store.ts";
import { type ChartInterval, type Instrument, pathOf, periodOf, isQuotedTogether } from "../data/instrument.ts";
import { isOpen } from "../data/order-text.ts";
import { readQuote } from "../data/quote.ts";
import { type Api, RequestError } from "./api.ts";

/** Maximum number of orders that a round requests one by one: those that ended too long ago to be in the list of recent orders. */
const MAX_SINGLE_ORDERS = 20;

const PRICE_FIELDS = ["price", "change", "change_percent", "timestamp"];

/** Loads the market time and status. Throws if the key is rejected. */
export async function loadClock(api: Api, store: DashboardStore): Promise<void> {
  const { now, calendar, market_status } = await api.get<MarketClock>("/v2/market-data/clock");
  store.setTime(Date.parse(now));
  store.calendar = calendar;
  store.marketStatus.set(market_status);
}

/** Loads the replay clock. Stores undefined if the key may not read it. */
export async function loadReplay(api: Api, store: DashboardStore): Promise<void> {
  if (!store.hasScope("replay:control")) return;
  try {
    setReplay(store, await api.get<ReplayClock>("/_replay/clock"));
  } catch (error) {
    if (!(error instanceof RequestError && (error.status === 403 || error.status === 404))) throw error;
    store.replay.set(undefined);
  }
}

export function setReplay(store: DashboardStore, clock: ReplayClock): void {
  const speed = clock.state === "running" ? clock.speed : 0;
  // At full speed no rate is known, so the messages of the stream set the time.
  store.setTime(Date.parse(clock.now), speed === "max" ? 0 : speed);
  store.replay.set(clock);
}

export async function loadInstruments(api: Api, store: DashboardStore): Promise<void> {
  const { symbols } = await api.get<Instruments>("/v2/market-data/symbols", { limit: 1000 });
  store.instruments.set(symbols.filter(({ asset_class }) => asset_class !== "option"));
}

/** Loads quotes of the watchlist: one request for all stocks, and one for each other instrument that `others` selects. */
export async function loadQuotes(
  api: Api,
  store: DashboardStore,
  others?: (instrument: Instrument) => boolean,
): Promise<void> {
  const instruments = store.watched;
  const symbols = instruments.filter(isQuotedTogether).map(({ symbol }) => symbol);
  const separate = instruments.filter((each) => !isQuotedTogether(each) && (others?.(each) ?? true));
  const stockQuotes = symbols.length === 0 ? Promise.resolve([]) : loadStockQuotes(api, symbols);
  const separateQuotes = separate.map(async (each) => {
    // Quotes of coins are in dollars by default, so this asks for the currency of the coin's bars and orders.
    const query = each.asset_class === "crypto" ? { vs_currency: each.currency } : {};
    return [each.symbol, readQuote(await api.get(`${pathOf(each)}/quote`, query))] as const;
  });
  const answers = await Promise.allSettled([stockQuotes, ...separateQuotes.map((one) => one.then((quote) => [quote]))]);
  store.addQuotes(answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])));
}

async function loadStockQuotes(api: Api, symbols: readonly string[]) {
  const answer = await api.post<{ readonly quotes: Readonly<Record<string, object>> }>(
    "/v2/market-data/stocks/quotes",
    {
      symbols,
      fields: PRICE_FIELDS,
    },
  );
  return Object.entries(answer.quotes).map(([symbol, quote]) => [symbol, readQuote(quote)] as const);
}

/** Loads the bars of the chosen instrument. Discards them if the user has chosen another instrument meanwhile. */
export async function loadBars(api: Api, store: DashboardStore): Promise<void> {
  const instrument = store.chosen.value;
  const interval: ChartInterval = store.interval.value;
  if (instrument === undefined) return;
  const query = { interval, period: periodOf(interval) };
  const { symbol, data, meta } = await api.get<History>(`${pathOf(instrument)}/history`, query);
  if (store.chosen.value?.symbol !== symbol || store.interval.value !== interval) return;
  store.zone.set(meta.exchange_timezone);
  store.bars.set(new ChartBars(symbol, interval, meta.exchange_timezone, data));
}

export async function loadPortfolio(api: Api, store: DashboardStore): Promise<void> {
  const portfolio = await api.get<Portfolio>("/v2/trading/portfolio");
  store.portfolio.set(portfolio);
  store.addEquity(Date.parse(portfolio.timestamp), portfolio.account.equity);
}

/** Loads all open orders, and the final state of orders that ended since the last round. */
export async function loadOrders(api: Api, store: DashboardStore): Promise<void> {
  const before = store.orders.value.filter(isOpen);
  const [open, last] = await Promise.all([
    api.get<OrderList>("/v2/trading/orders", { limit: 1000 }),
    api.get<OrderList>("/v2/trading/orders", { status: "all", limit: 200 }),
  ]);
  const listed = [...last.orders, ...open.orders.filter(({ id }) => last.orders.every((each) => each.id !== id))];
  const missing = before.filter(({ id }) => listed.every((each) => each.id !== id)).slice(0, MAX_SINGLE_ORDERS);
  const unknownIds: string[] = [];
  const ended = await Promise.all(
    missing.map(async ({ id }) => {
      try {
        return [await api.get<OrderRecord>(`/v2/trading/orders/${encodeURIComponent(id)}`)];
      } catch (error) {
        if (!(error instanceof RequestError && error.status === 404)) throw error;
        unknownIds.push(id);
        return [];
      }
    }),
  );
  store.dropOrders(unknownIds);
  store.addOrders([...listed, ...ended.flat()]);
}

export async function loadFills(api: Api, store: DashboardStore): Promise<void> {
  const { fills } = await api.get<FillList>("/v2/trading/fills", { limit: 1000 });
  store.fills.set(fills);
}

export async function loadEquity(api: Api, store: DashboardStore): Promise<void> {
  const { data } = await api.get<PortfolioHistory>("/v2/trading/portfolio/history", { period: "1mo", interval: "5m" });
  store.equity.set(data.map(({ timestamp, equity }) => ({ time: Date.parse(timestamp), equity })));
}
