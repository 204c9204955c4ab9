import { endedBars } from "../simulation/simulation-plan.ts";
import type { ExecutionModel } from "../broker/models/execution-model.ts";
import type { MarginCallCounts } from "../broker/order-log.ts";
import type { OrderRecord } from "../broker/order-record.ts";
import { pluralize, groupThousands, listNames } from "../primitives/words.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { formatDate, formatInstant } from "../time/instant.ts";
import { barsEnded, endingsOf } from "../simulation/endings.ts";
import type { PreparedRun } from "./prepared-run.ts";
import type { RunResult } from "./run-result.ts";
import type { Market } from "../simulation/market.ts";
import { isTraded } from "../market/instrument.ts";
import type { CutSeries } from "../simulation/market-series.ts";
import type { SkippedTarget } from "./bound-context.ts";

/** Texts that say where margin calls happened. */
const MARGIN_CALL_PLACES: Readonly<Record<keyof MarginCallCounts, string>> = {
  atOpen: "at the open of a bar, where equity was below the maintenance margin",
  inside: "inside a bar where equity fell to the maintenance margin",
  afterClose: "at the next price after a close below the maintenance margin",
};

/** Texts that say why a target weight was not ordered. */
const SKIPPED_TARGETS: Readonly<Record<SkippedTarget["why"], (symbol: string, times: string) => string>> = {
  "no-price": (symbol, times) => `Target weights skipped ${symbol} ${times}: it had no price yet.`,
  "no-short": (symbol, times) =>
    `Target weights treated a negative weight of ${symbol} as 0 ${times}: a short position needs a margin account.`,
};

/** Share of the previous close below which an open looks like a split; so does one above the inverse. */
const SPLIT_LIKE = 0.6;

/** Returns sentences that say why the numbers of a run may be unreliable. */
export function warningsOf(
  result: Pick<RunResult, "counts" | "orders" | "band" | "settings" | "equity">,
  data: PreparedRun,
  calls: MarginCallCounts,
  leftOut: readonly SkippedTarget[],
  rules: ExecutionModel,
): string[] {
  const { ambiguous, fills, insufficientFunds, openTrades, rejected, trades } = result.counts;
  const { market } = data;
  const warnings = [...market.doubts, ...splitLike(data), ...undeclaredSessions(market), ...ownCurrency(market)];
  warnings.push(...endedEarly(result, market));
  if (trades === 0) warnings.push("No trade was closed: trade metrics are missing.");
  // Returns relative to zero or negative equity have no meaning.
  if (result.equity.equity.some((equity) => equity <= 0)) {
    warnings.push(
      "Equity fell to zero or below: metrics that need positive equity, such as Sharpe ratio, CAGR and volatility, are missing.",
    );
  }
  if (ambiguous > 0) {
    warnings.push(
      `${pluralize(ambiguous, "fill")} of ${groupThousands(fills)} ambiguous: a bar reached orders on both sides, ${rules.sequence.ambiguityText}.`,
    );
  }
  const { band } = result;
  if (rules.account.hasMargin()) warnings.push(...liquidated(result, market, calls, rules));
  if (band !== undefined) {
    const ends = [band.pessimistic, band.optimistic].map(({ totalReturn }) => `${(totalReturn * 100).toFixed(2)}%`);
    warnings.push(
      `Total return is between ${ends.join(" and ")}, depending on the assumed path of bars${band.crossesZero ? ": it may be a loss or a gain" : ""}.`,
    );
  }
  if (rules.timing.mayFillAtSubmission())
    warnings.push(
      "Market orders fill at the close at which they were submitted, which is impossible in a real market.",
    );
  warnings.push(...withoutTick(rules, market), ...withoutVolume(rules, market));
  if (insufficientFunds > 0) {
    const unfilled = result.orders.filter(isUnpaid).length;
    const cut = insufficientFunds - unfilled;
    if (cut > 0) warnings.push(`${pluralize(cut, "order")} reduced at the fill to what cash could buy.`);
    if (unfilled > 0) warnings.push(`${pluralize(unfilled, "order")} canceled for lack of cash.`);
  }
  for (const { symbol, why, count, last } of leftOut) {
    const times = count === 1 ? "once" : `${groupThousands(count)} times, last`;
    warnings.push(SKIPPED_TARGETS[why](symbol, `${times} at ${formatInstant(last)}`));
  }
  if (rejected > 0) warnings.push(`${pluralize(rejected, "order")} rejected: ${reasons(result)}.`);
  if (openTrades > 0) {
    warnings.push(
      `${pluralize(openTrades, "trade")} still open at the end: marked at the last price, not counted among closed trades.`,
    );
  }
  return warnings;
}

/** Returns a warning about liquidated positions, with the assumptions by which they were liquidated. */
function liquidated(
  { counts: { marginCalls } }: Pick<RunResult, "counts">,
  { traded }: Market,
  calls: MarginCallCounts,
  { account }: ExecutionModel,
): string[] {
  if (marginCalls === 0) return [];
  const places = (["atOpen", "inside", "afterClose"] as const).filter((place) => calls[place] > 0);
  const parts = places.map(
    (place) => `${places.length > 1 ? `${groupThousands(calls[place])} ` : ""}${MARGIN_CALL_PLACES[place]}`,
  );
  if (calls.inside > 0 && traded.length > 1)
    parts.push("the bars of several symbols are assumed to reach their worst prices together");
  if (!account.callsMarginInBars()) parts.push("margin was not checked inside bars");
  return [`${pluralize(marginCalls, "position")} liquidated by margin calls: ${parts.join("; ")}.`];
}

/** Whether an accepted order was canceled for lack of cash, without any fill. */
function isUnpaid({ status, reason, filledQuantity }: OrderRecord): boolean {
  return status === "canceled" && reason === "insufficient_funds" && filledQuantity === 0;
}

/**
 * Warns about positions in symbols whose bars ended early, since their last price is old, and about bars after a
 * declared delisting or an expiration.
 */
function endedEarly({ settings }: Pick<RunResult, "settings">, { series, traded, dates }: Market): string[] {
  const end = Math.max(...traded.map(({ bars, schedule }) => schedule.closeTime[bars.length - 1] ?? -Infinity));
  const named = (list: readonly CutSeries[], dateOf: (one: CutSeries) => string) =>
    listNames(list.map((one) => `${one.instrument.symbol} (${dateOf(one)})`));
  const lastDay = (one: CutSeries) => dates.bars[series.indexOf(one)]!.date.at(-1)!;
  const lastDate = (one: CutSeries) => formatDate(lastDay(one));
  const declared = new Set(endingsOf(series).flatMap(({ time, place }) => (time <= end ? [series[place]] : [])));
  const early = traded.filter((one) => !declared.has(one) && barsEnded(one, end));
  const late = traded.filter((one) => one.delisting !== undefined && lastDay(one) >= one.delisting.exDate * DAY_MS);
  const expired = traded.filter((one) => lastDay(one) > (one.instrument.expiration ?? Infinity) * DAY_MS);
  const held = `positions in these symbols ${endedBars[settings.barsEnd].words}`;
  return [
    ...(early.length === 0
      ? []
      : [`Bars end before the run does: ${named(early, lastDate)}; ${held}. Declare a delisting if there was one.`]),
    ...(late.length === 0
      ? []
      : [
          `Bars continue after the declared delisting of ${named(late, ({ delisting }) => formatDate(delisting!.exDate * DAY_MS))}: these bars are not traded.`,
        ]),
    ...(expired.length === 0
      ? []
      : [
          `Bars continue after the expiration of ${named(expired, ({ instrument }) => formatDate(instrument.expiration! * DAY_MS))}: these bars are not traded.`,
        ]),
  ];
}

/**
 * Warns about splits for which prices seem not adjusted. Options are skipped, since their value may double in a day.
 */
function splitLike({ series }: PreparedRun): string[] {
  return series.flatMap(({ instrument, bars, inputs, first }) => {
    if (instrument.option !== undefined || !isTraded(instrument)) return [];
    const { length } = bars;
    const { open, close } = inputs.fields;
    let count = 0;
    for (let i = Math.max(1, first); i < length; i++) {
      const ratio = open[i]! / close[i - 1]!;
      if (ratio > 0 && (ratio < SPLIT_LIKE || ratio > 1 / SPLIT_LIKE)) count++;
    }
    if (count === 0) return [];
    return [
      `${instrument.symbol} has price jumps like a split between ${pluralize(count, "pair")} of bars: are its prices adjusted for splits?`,
    ];
  });
}

/** Warns about slippage by ticks for instruments without a tick, which then have no slippage. */
function withoutTick({ slippage }: ExecutionModel, { traded }: Market): string[] {
  const symbols = traded.filter(({ instrument }) => instrument.tick === 0).map(({ instrument }) => instrument.symbol);
  if (!slippage.needsTick || symbols.length === 0) return [];
  return [`Slippage by ticks has no effect on symbols without a tick: ${symbols.join(", ")}.`];
}

/** Warns about symbols without volume if volume limits fills. */
function withoutVolume({ liquidity }: ExecutionModel, { traded }: Market): string[] {
  if (!liquidity.needsVolume()) return [];
  return traded
    .filter(({ bars }) => !bars.volume.some((units) => units > 0))
    .map(
      ({ instrument: { symbol } }) =>
        `${symbol} has no volume, and fills are limited by volume: its orders never fill.`,
    );
}

/**
 * Warns about intraday bars without a calendar, since day orders, anchors and annualized metrics depend on sessions.
 */
function undeclaredSessions({ traded }: Market): string[] {
  const declared = traded.every(
    ({ schedule, calendar, quotes }) => schedule.sessionIsBar || calendar !== undefined || quotes !== undefined,
  );
  if (declared) return [];
  const zones = [...new Set(traded.map(({ zone = "UTC" }) => zone))].join(", ");
  return [
    `No calendar is declared: each day of ${zones} counts as a session of intraday bars, for day orders, anchored indicators and annualized metrics. Declare one with --calendar, or give the series a calendar.`,
  ];
}

/**
 * Warns about a currency pair that buys the account's own currency. Cash is converted to buy it, so its return is only
 * the change of the rate between the fill and the last close.
 */
function ownCurrency({ traded, currency }: Market): string[] {
  return traded.flatMap(({ instrument: { symbol, currency: quoted } }) =>
    quoted === currency || symbol !== `${currency}${quoted}`
      ? []
      : [
          `${symbol} buys ${currency}, the account's own currency: its return is only the change of the rate between the fill and the last close. Set currency to ${quoted} to trade it.`,
        ],
  );
}

function reasons({ orders }: Pick<RunResult, "orders">): string {
  const counts = new Map<string, number>();
  for (const { status, reason } of orders) if (status === "rejected") counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${reason} ${groupThousands(count)}`).join(", ");
}
