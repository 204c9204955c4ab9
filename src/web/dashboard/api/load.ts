import type { Portfolio, PortfolioHistory } from "../../../schemas/account.ts";
import type { History } from "../../../schemas/history.ts";
import type { Instruments } from "../../../schemas/instruments.ts";
import type { MarketClock } from "../../../schemas/market-clock.ts";
import type { FillList, OrderList, OrderRecord } from "../../../schemas/order.ts";
import type { ReplayClock } from "../../../schemas/replay.ts";
import { ChartBars } from "../data/chart-bars.ts";
import type { Desk } from "../data/desk.ts";
import { type ChartInterval, type Instrument, pathOf, periodOf, quotedTogether } from "../data/instrument.ts";
import { isOpen } from "../data/order-text.ts";
import { readQuote } from "../data/quote.ts";
import { type Api, Refusal } from "./api.ts";

/** Orders that are asked for one by one in a round: those that ended so long ago that no list of the last ones has them. */
const AT_ONCE = 20;

const PRICE_FIELDS = ["price", "change", "change_percent", "timestamp"];

/** What time the market has, and whether it trades. Throws where the key is not taken. */
export async function loadClock(api: Api, desk: Desk): Promise<void> {
  const { now, calendar, market_status } = await api.get<MarketClock>("/v2/market-data/clock");
  desk.setTime(Date.parse(now));
  desk.calendar = calendar;
  desk.marketStatus.set(market_status);
}

/** Where the replay stands; leaves it out where the key may not ask. */
export async function loadReplay(api: Api, desk: Desk): Promise<void> {
  if (!desk.may("replay:control")) return;
  try {
    setReplay(desk, await api.get<ReplayClock>("/_replay/clock"));
  } catch (error) {
    if (!(error instanceof Refusal && (error.status === 403 || error.status === 404))) throw error;
    desk.replay.set(undefined);
  }
}

export function setReplay(desk: Desk, clock: ReplayClock): void {
  const speed = clock.state === "running" ? clock.speed : 0;
  // At full speed the time is wherever the news say that it is.
  desk.setTime(Date.parse(clock.now), speed === "max" ? 0 : speed);
  desk.replay.set(clock);
}

export async function loadInstruments(api: Api, desk: Desk): Promise<void> {
  const { symbols } = await api.get<Instruments>("/v2/market-data/symbols", { limit: 1000 });
  desk.instruments.set(symbols.filter(({ asset_class }) => asset_class !== "option"));
}

/** Quotes of what is watched: one question for all stocks, one for each other instrument, of those only `others` when given. */
export async function loadQuotes(api: Api, desk: Desk, others?: (instrument: Instrument) => boolean): Promise<void> {
  const instruments = desk.watched;
  const symbols = instruments.filter(quotedTogether).map(({ symbol }) => symbol);
  const asked = instruments.filter((each) => !quotedTogether(each) && (others?.(each) ?? true));
  const together = symbols.length === 0 ? Promise.resolve([]) : quotesOf(api, symbols);
  const apart = asked.map(async (each) => {
    // Coins are quoted in dollars unless asked otherwise, which here is in what their bars and orders are in.
    const query = each.asset_class === "crypto" ? { vs_currency: each.currency } : {};
    return [each.symbol, readQuote(await api.get(`${pathOf(each)}/quote`, query))] as const;
  });
  const answers = await Promise.allSettled([together, ...apart.map((one) => one.then((quote) => [quote]))]);
  desk.addQuotes(answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])));
}

async function quotesOf(api: Api, symbols: readonly string[]) {
  const answer = await api.post<{ readonly quotes: Readonly<Record<string, object>> }>(
    "/v2/market-data/stocks/quotes",
    {
      symbols,
      fields: PRICE_FIELDS,
    },
  );
  return Object.entries(answer.quotes).map(([symbol, quote]) => [symbol, readQuote(quote)] as const);
}

/** The bars of the chosen instrument, unless another was chosen meanwhile. */
export async function loadBars(api: Api, desk: Desk): Promise<void> {
  const instrument = desk.chosen.value;
  const interval: ChartInterval = desk.interval.value;
  if (instrument === undefined) return;
  const query = { interval, period: periodOf(interval) };
  const { symbol, data, meta } = await api.get<History>(`${pathOf(instrument)}/history`, query);
  if (desk.chosen.value?.symbol !== symbol || desk.interval.value !== interval) return;
  desk.zone.set(meta.exchange_timezone);
  desk.bars.set(new ChartBars(symbol, interval, meta.exchange_timezone, data));
}

export async function loadPortfolio(api: Api, desk: Desk): Promise<void> {
  const portfolio = await api.get<Portfolio>("/v2/trading/portfolio");
  desk.portfolio.set(portfolio);
  desk.addEquity(Date.parse(portfolio.timestamp), portfolio.account.equity);
}

/** The open orders, however old, and what became of the last ones. */
export async function loadOrders(api: Api, desk: Desk): Promise<void> {
  const before = desk.orders.value.filter(isOpen);
  const [open, last] = await Promise.all([
    api.get<OrderList>("/v2/trading/orders", { limit: 1000 }),
    api.get<OrderList>("/v2/trading/orders", { status: "all", limit: 200 }),
  ]);
  const told = [...last.orders, ...open.orders.filter(({ id }) => last.orders.every((each) => each.id !== id))];
  const missing = before.filter(({ id }) => told.every((each) => each.id !== id)).slice(0, AT_ONCE);
  const gone: string[] = [];
  const ended = await Promise.all(
    missing.map(async ({ id }) => {
      try {
        return [await api.get<OrderRecord>(`/v2/trading/orders/${encodeURIComponent(id)}`)];
      } catch (error) {
        if (!(error instanceof Refusal && error.status === 404)) throw error;
        gone.push(id);
        return [];
      }
    }),
  );
  desk.dropOrders(gone);
  desk.addOrders([...told, ...ended.flat()]);
}

export async function loadFills(api: Api, desk: Desk): Promise<void> {
  const { fills } = await api.get<FillList>("/v2/trading/fills", { limit: 1000 });
  desk.fills.set(fills);
}

export async function loadEquity(api: Api, desk: Desk): Promise<void> {
  const { data } = await api.get<PortfolioHistory>("/v2/trading/portfolio/history", { period: "1mo", interval: "5m" });
  desk.equity.set(data.map(({ timestamp, equity }) => ({ time: Date.parse(timestamp), equity })));
}
