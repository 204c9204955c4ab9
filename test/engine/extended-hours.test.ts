import { backtest, type BarContext, Bars, defineStrategy, marketOf, type RunSettings } from "hindcast";
import { expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";

const calendar = calendarOf("XNYS");
const HALF_HOUR = 1_800_000;
/** Time in New York, five hours behind UTC, on Monday 13 or Tuesday 14 November 2023. */
const at = (day: number, hour: number, minute = 0) => Date.UTC(2023, 10, day, hour + 5, minute);

/**
 * Half-hour bars of two days, each at a constant price: two before the open, thirteen in the session and two after the
 * close.
 */
function twoDays(lastOfFirst = at(13, 16, 30)): Bars {
  const times: number[] = [];
  for (const day of [13, 14]) for (let t = at(day, 8, 30); t < at(day, 17); t += HALF_HOUR) times.push(t);
  times[times.indexOf(at(13, 16, 30))] = lastOfFirst;
  const price = Float64Array.from(times, (_, i) => 100 + i);
  const volume = new Float64Array(times.length).fill(1000);
  return new Bars("30m", {
    time: Float64Array.from(times),
    open: price,
    high: price,
    low: price,
    close: price,
    volume,
  });
}

function run(hours: RunSettings["hours"], act: (context: BarContext) => void) {
  const market = marketOf({ X: twoDays() });
  const data = { ...market, series: market.series.map((one) => ({ ...one, calendar })) };
  const closes: number[] = [];
  const strategy = defineStrategy({
    name: "hours",
    onBar(context) {
      closes.push(context.time);
      act(context as unknown as BarContext);
    },
  });
  return { result: backtest(strategy, data, { hours }), closes };
}

test("bars outside regular hours are used only with the setting hours extended", () => {
  expect(run("regular", () => {}).closes).toHaveLength(26);
  expect(run("extended", () => {}).closes).toHaveLength(34);
});

test("an order for regular hours waits for the session to open; an order for extended hours fills before", () => {
  const { result } = run("extended", ({ time, orders }) => {
    if (time !== at(13, 9)) return;
    orders.buy({ quantity: 1 });
    orders.buy({ quantity: 2, extendedHours: true });
  });
  expect(result.fills.map(({ time, quantity, price }) => [time, quantity, price])).toEqual([
    [at(13, 9), 2, 101],
    [at(13, 9, 30), 1, 102],
  ]);
});

test("a day order submitted after the close belongs to the next session; for extended hours it may fill before that opens", () => {
  const { result } = run("extended", ({ time, orders }) => {
    if (time !== at(13, 16, 30)) return;
    orders.buy({ quantity: 1, limit: 200 });
    orders.buy({ quantity: 2, limit: 200, extendedHours: true });
    orders.buy({ quantity: 3, limit: 50, extendedHours: true });
  });
  expect(result.fills.map(({ time, quantity, price }) => [time, quantity, price])).toEqual([
    [at(13, 17), 2, 116],
    [at(14, 10), 1, 119],
  ]);
  expect(result.orders[2]).toMatchObject({ status: "expired", reason: "session_closed", extendedHours: true });
  expect(result.orderEvents.at(-1)!.time).toBe(at(14, 16));
});

test("an order for extended hours works at once outside the session, even if no later bar exists", () => {
  const { result } = run("extended", ({ time, orders }) => {
    if (time === at(13, 9) || time === at(13, 16) || time === at(13, 17))
      orders.buy({ quantity: 1, limit: 50, extendedHours: true, timeInForce: "gtc" });
  });
  expect(result.orderEvents.map(({ orderId, event, time }) => [orderId, event, time])).toEqual([
    [1, "new", at(13, 9)],
    // Extended hours begin at the moment of the session's close, after the hooks of that close.
    [2, "accepted", at(13, 16)],
    [2, "new", at(13, 16)],
    [3, "new", at(13, 17)],
  ]);
});

test("an order for extended hours submitted at night works from the pre-market open, before the first bar", () => {
  const market = marketOf({ X: twoDays(at(13, 19, 30)) });
  const data = { ...market, series: market.series.map((one) => ({ ...one, calendar })) };
  const strategy = defineStrategy({
    name: "night",
    onBar({ time, orders }) {
      if (time === at(13, 20)) orders.buy({ quantity: 1, limit: 50, extendedHours: true, timeInForce: "gtc" });
    },
  });
  const { orderEvents } = backtest(strategy, data, { hours: "extended" });
  expect(orderEvents.map(({ event, time }) => [event, time])).toEqual([
    ["accepted", at(13, 20)],
    ["new", at(14, 4)],
  ]);
});
