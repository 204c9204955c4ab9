import type { Bars } from "hindcast";
import { barSessions } from "../../src/market/bar-sessions.ts";
import type { Quote } from "../../src/market/market-view.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { INTERVALS } from "../../src/time/interval.ts";
import { boundsOf, unitsDay } from "./other-future.ts";

const DAY = 86_400_000;

interface SlowBar {
  readonly series: number;
  readonly openTime: number;
  readonly closeTime: number;
  readonly openDay: number;
  readonly closeDay: number;
  readonly regular: boolean;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

interface PriceEvent {
  readonly time: number;
  readonly opens: boolean;
  readonly series: number;
  readonly price: number;
  readonly day: number;
}

/** Computes a quote from all bars, as a reference that the server's faster code must equal bit for bit. */
export function slowQuote(market: RecordedMarket, symbol: string, now: number, phase: number): Omit<Quote, "status"> {
  const instrument = market.instruments.find((one) => one.symbol === symbol)!;
  const today = unitsDay(market, symbol, now, phase);
  const splits = market.actions.filter((one) => one.symbol === symbol && one.kind === "split");
  const raw = instrument.priceBasis === "raw";
  const units = (day: number) =>
    splits
      .toSorted((a, b) => a.exDate - b.exDate)
      .reduce((product, { exDate, ratio }) => (raw && exDate <= day ? product * ratio : product), 1);
  const restated = (price: number, day: number) =>
    units(day) === units(today) ? price : price * (units(day) / units(today));
  const shares = (count: number, day: number) =>
    units(day) === units(today) ? count : count / (units(day) / units(today));

  const bars = barsOf(market, symbol);
  const { opens } = boundsOf(now, phase);
  const known = bars.filter(({ openTime }) => openTime <= opens);
  const closed = known.filter(({ closeTime }) => closeTime <= now);
  const forming = known.filter(({ closeTime }) => closeTime > now);
  const last = lastEvent(market, symbol, bars, now, opens)!;
  const before = lastEvent(market, symbol, bars, now - DAY, now - DAY);
  const seriesThere = [...new Set(known.map(({ series }) => series))].toSorted((a, b) => a - b);

  const previous = closed
    .toReversed()
    .filter(({ regular, closeDay }) => regular && closeDay < today)
    .toSorted((a, b) => b.closeTime - a.closeTime || a.series - b.series)[0];

  const dayOf = (bar: SlowBar) => (bar.closeTime > now ? bar.openDay : bar.closeDay);
  const regular = known.filter((bar) => bar.regular);
  const sessionDay = Math.max(...regular.map(dayOf));
  const ofDay = regular.filter((bar) => dayOf(bar) === sessionDay);
  const finest = Math.min(...ofDay.map(({ series }) => series));
  const session = ofDay.filter(({ series }) => series === finest);
  const tops = session.map((bar) => (bar.closeTime > now ? bar.open : bar.high));
  const bottoms = session.map((bar) => (bar.closeTime > now ? bar.open : bar.low));
  const volume = session.reduce((sum, bar) => (bar.closeTime > now ? sum : sum + bar.volume), 0);

  let high = NaN;
  let low = NaN;
  let allTimeHigh = NaN;
  let allTimeHighTime = NaN;
  const year = yearBefore(now);
  for (const series of seriesThere) {
    const own = closed.filter((bar) => bar.series === series);
    const edge = forming.filter((bar) => bar.series === series);
    for (const [list, value] of [
      [own, "high"],
      [edge, "open"],
    ] as const) {
      const day = value === "open" ? ("openDay" as const) : ("closeDay" as const);
      const best = (of: readonly SlowBar[], field: "high" | "low" | "open", sign: number) =>
        of.reduce<SlowBar | undefined>((found, bar) => {
          const better =
            found === undefined || bar[field] * units(bar[day]) * sign > found[field] * units(found[day]) * sign;
          return better ? bar : found;
        }, undefined);
      const all = best(list, value, 1);
      if (all !== undefined && !(restated(all[value], all[day]) <= allTimeHigh)) {
        allTimeHigh = restated(all[value], all[day]);
        allTimeHighTime = all.openTime;
      }
      const recent = list.filter(({ openTime }) => openTime > year);
      const top = best(recent, value, 1);
      const bottom = best(recent, value === "high" ? "low" : value, -1);
      if (top === undefined || bottom === undefined) continue;
      const lowest = value === "high" ? bottom.low : bottom.open;
      high = Math.max(Number.isNaN(high) ? -Infinity : high, restated(top[value], top[day]));
      low = Math.min(Number.isNaN(low) ? Infinity : low, restated(lowest, bottom[day]));
    }
  }

  const within = closed.filter(({ closeTime }) => closeTime > now - DAY);
  const finestWithin = Math.min(...within.map(({ series }) => series));
  const volume24h = within
    .filter(({ series }) => series === finestWithin)
    .reduce((sum, bar) => sum + shares(bar.volume, bar.closeDay), 0);

  const latest = (kind: string) =>
    market.facts
      .filter((one) => one.symbol === symbol && one.kind === kind && one.knownAt <= opens)
      .toSorted((a, b) => a.knownAt - b.knownAt)
      .at(-1);
  const factDay = (knownAt: number) => calendarOf(instrument.calendar).lastSession(knownAt)!.date;
  const count = latest("shares_outstanding");
  const supply = latest("circulating_supply");
  const earnings = latest("trailing_eps");
  const eps = earnings === undefined ? NaN : restated(earnings.value as number, factDay(earnings.knownAt));
  const price = restated(last.price, last.day);
  const quoted = market.quotes.find((one) => one.symbol === symbol);
  const row = quoted === undefined ? -1 : quoted.time.findLastIndex((time) => time <= opens);
  return {
    symbol,
    price,
    bid: row < 0 ? NaN : quoted!.bid[row]!,
    ask: row < 0 ? NaN : quoted!.ask[row]!,
    previousClose: previous === undefined ? NaN : restated(previous.close, previous.closeDay),
    sessionOpen: session.length === 0 ? NaN : restated(session[0]!.open, sessionDay),
    sessionHigh: session.length === 0 ? NaN : restated(Math.max(...tops), sessionDay),
    sessionLow: session.length === 0 ? NaN : restated(Math.min(...bottoms), sessionDay),
    volume: session.length === 0 ? 0 : shares(volume, sessionDay),
    week52High: high,
    week52Low: low,
    allTimeHigh,
    allTimeHighTime,
    price24hAgo: before === undefined ? NaN : restated(before.price, before.day),
    volume24h,
    marketCap:
      price *
      (count === undefined
        ? ((supply?.value as number | undefined) ?? NaN)
        : shares(count.value as number, factDay(count.knownAt))),
    peRatio: eps > 0 ? price / eps : NaN,
    time: last.time,
  };
}

/** Returns the bars of a symbol, shortest interval first. Without bars, returns the midpoints of the symbol's quotes. */
function barsOf(market: RecordedMarket, symbol: string): SlowBar[] {
  const calendar = calendarOf(market.instruments.find((one) => one.symbol === symbol)!.calendar);
  const order = (bars: Bars) => INTERVALS.indexOf(bars.interval);
  const series = market.series.filter((one) => one.symbol === symbol).toSorted((a, b) => order(a.bars) - order(b.bars));
  const bars = series.flatMap(({ bars: one }, place) => {
    const { sessions, first, last, openTime, closeTime, extended } = barSessions(one, calendar);
    return Array.from(one.time, (_, i) => ({
      series: place,
      openTime: openTime[i]!,
      closeTime: closeTime[i]!,
      openDay: sessions.date[first[i]!]!,
      closeDay: sessions.date[last[i]!]!,
      regular: extended?.[i] !== 1,
      open: one.open[i]!,
      high: one.high[i]!,
      low: one.low[i]!,
      close: one.close[i]!,
      volume: one.volume[i]!,
    }));
  });
  if (bars.length > 0) return bars;
  return middlesOf(market, symbol).map(({ time, price, day }) => ({
    series: 0,
    openTime: time,
    // A quote is known together with the opens at its time.
    closeTime: time,
    openDay: day,
    closeDay: day,
    regular: true,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0,
  }));
}

function middlesOf(market: RecordedMarket, symbol: string): PriceEvent[] {
  return market.quotes
    .filter((one) => one.symbol === symbol)
    .flatMap(({ time, bid, ask }) =>
      Array.from(time, (at, i) => ({
        time: at,
        opens: true,
        series: 99,
        price: (bid[i]! + ask[i]!) / 2,
        day: Math.floor(at / DAY),
      })),
    )
    .filter(({ price }) => !Number.isNaN(price));
}

function lastEvent(market: RecordedMarket, symbol: string, bars: readonly SlowBar[], now: number, opens: number) {
  const events = bars
    .toReversed()
    .flatMap(({ series, openTime, closeTime, openDay, closeDay, open, close }): PriceEvent[] => [
      { time: openTime, opens: true, series, price: open, day: openDay },
      { time: closeTime, opens: openTime === closeTime, series, price: close, day: closeDay },
    ]);
  // Of two quotes at the same time, the one in the later row counts.
  return [...events, ...middlesOf(market, symbol).toReversed()]
    .filter((event) => event.time <= (event.opens ? opens : now))
    .toSorted((a, b) => b.time - a.time || Number(b.opens) - Number(a.opens) || a.series - b.series)[0];
}

/** Returns the same date and time in the previous year. No test uses a leap day. */
function yearBefore(now: number): number {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date.getTime();
}
