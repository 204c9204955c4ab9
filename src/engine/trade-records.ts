import type { OrderLog } from "../broker/order-log.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Fill } from "../ledger/records.ts";
import { TRADE } from "../ledger/trade-table.ts";
import type { Feed } from "../market/feed.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import type { Market } from "../simulation/market.ts";
import { formatDate } from "../time/instant.ts";
import { excursionOf } from "./excursions.ts";
import type { PreparedRun } from "./prepared-run.ts";
import type { RunPlan } from "./run-plan.ts";
import type { RunFill, RunTrade } from "./run-result.ts";
import { indicatorsAtFills, type IndicatorValues } from "./trade-indicators.ts";

/** Returns closed trades in the sequence of their exits, then open trades at the last price. */
export function tradeRecords(portfolio: Portfolio, log: OrderLog, plan: RunPlan, feeds: readonly Feed[]): RunTrade[] {
  const { data, end: endTime } = plan;
  const { trades: table } = portfolio;
  const trades: RunTrade[] = [];
  const indicatorsAt = indicatorsAtFills(plan);
  const trade = (instrument: number, trip: RoundTrip) =>
    tradeOf(data, instrument, log, trip, (bar, time) => indicatorsAt(instrument, bar, time));
  for (let row = 0; row < table.length; row++) {
    const field = (name: number) => table.at(row, name);
    trades.push(
      trade(field(TRADE.instrument), {
        direction: field(TRADE.direction),
        quantity: field(TRADE.quantity),
        entryTime: field(TRADE.entryTime),
        entryPrice: field(TRADE.entryPrice),
        entryBar: field(TRADE.entryBar),
        entryValue: field(TRADE.entryValue),
        entryOrder: field(TRADE.entryOrder),
        exitTime: field(TRADE.exitTime),
        exitPrice: field(TRADE.exitPrice),
        exitBar: field(TRADE.exitBar),
        pnl: field(TRADE.pnl),
        commission: field(TRADE.commission),
        open: false,
      }),
    );
  }
  for (let h = 0; h < portfolio.heldCount; h++) {
    const position = portfolio.held[h]!;
    const feed = feeds[position.index]!;
    const direction = Math.sign(position.quantity);
    for (let l = 0; l < position.lots; l++) {
      const lot = position.lot(l);
      const worth = lot.quantity * feed.last * position.instrument.multiplier;
      trades.push(
        trade(position.index, {
          direction,
          quantity: lot.quantity,
          entryTime: lot.time,
          entryPrice: lot.price,
          entryBar: lot.bar,
          entryValue: lot.value,
          entryOrder: lot.orderId,
          exitTime: endTime,
          exitPrice: feed.last,
          exitBar: feed.closed + 1,
          pnl: direction * (worth - lot.value) - lot.commission + 0,
          commission: lot.commission,
          open: true,
        }),
      );
    }
  }
  return trades;
}

interface RoundTrip {
  readonly direction: number;
  readonly quantity: number;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly entryBar: number;
  readonly entryValue: number;
  readonly entryOrder: number;
  readonly exitTime: number;
  readonly exitPrice: number;
  readonly exitBar: number;
  readonly pnl: number;
  readonly commission: number;
  readonly open: boolean;
}

function tradeOf(
  data: PreparedRun,
  place: number,
  log: OrderLog,
  trip: RoundTrip,
  indicatorsAt: (bar: number, time: number) => IndicatorValues,
): RunTrade {
  const series = data.series[place]!;
  const excursion = excursionOf(series, trip);
  const last = series.bars.length - 1;
  const entryBar = Math.min(trip.entryBar, last);
  const exitBar = Math.min(trip.exitBar, last);
  return Object.freeze({
    symbol: series.instrument.symbol,
    direction: trip.direction > 0 ? "long" : "short",
    quantity: trip.quantity,
    entryTime: trip.entryTime,
    entryPrice: trip.entryPrice,
    entryDate: dateOf(data.market, place, entryBar, trip.entryTime),
    entryBar,
    exitTime: trip.exitTime,
    exitPrice: trip.exitPrice,
    exitDate: dateOf(data.market, place, exitBar, trip.exitTime),
    exitBar,
    pnl: trip.pnl,
    return: trip.pnl / trip.entryValue,
    commission: trip.commission,
    mae: excursion.mae,
    mfe: excursion.mfe,
    bars: (trip.open ? exitBar : trip.exitBar) - trip.entryBar,
    open: trip.open,
    tag: log.tagOf(trip.entryOrder),
    indicatorsAtEntry: indicatorsAt(trip.entryBar, trip.entryTime),
    indicatorsAtExit: indicatorsAt(trip.exitBar, trip.exitTime),
  });
}

/**
 * Returns the session date of a time in a bar. A time after the bar's close, such as the end of a run, has the date of
 * the last equity record up to that time.
 */
function dateOf({ series, dates, closings }: Market, place: number, bar: number, time: number): string {
  const own = dates.bars[place]!.date[bar]!;
  if (!(time > series[place]!.schedule.closeTime[bar]!)) return formatDate(own);
  const then = dates.closings.date[lastAtOrBefore(closings.time, time, -1)] ?? own;
  return formatDate(Math.max(own, then));
}

/** Returns the fills of a run with their dates. */
export function fillRecords(fills: readonly Fill[], market: Market): RunFill[] {
  return fills.map((fill) =>
    Object.freeze({ ...fill, date: dateOf(market, market.symbols.indexOf(fill.symbol), fill.bar, fill.time) }),
  );
}
