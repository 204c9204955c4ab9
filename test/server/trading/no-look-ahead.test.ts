import * as fc from "fast-check";
import type { Bars } from "hindcast";
import { afterAll, describe, expect } from "vitest";
import { contractsOf, withOptionContracts } from "../../../src/market/option-contracts.ts";
import type { RecordedMarket } from "../../../src/market/recorded-market.ts";
import { arbitraryRecording, barsOf, firstInstant, recordingOf } from "../../support/arbitrary-recording.ts";
import { otherFuture } from "../../support/other-future.ts";
import { runs } from "../../support/runs.ts";
import { type Floor, openFloor } from "../../support/trading-floor.ts";
import { property } from "../../support/property.ts";

const HALF_HOUR = 1_800_000;

/** Places an order, or cancels or replaces the order that an earlier action placed. */
const action = fc.record({
  steps: fc.nat(40),
  aside: fc.constantFrom(0, 0, 1, -1, 600_000),
  verb: fc.constantFrom("place", "place", "place", "place", "cancel", "replace"),
  /**
   * A number selects a contract of the option chain. Symbols with weekly bars are left out, since a split may adjust them at the week's
   * open.
   */
  symbol: fc.constantFrom<string | number>("ACME", "ACME", "LATE", "BTCUSD", 0, 1, 2, 3),
  side: fc.constantFrom("buy", "buy", "sell"),
  type: fc.constantFrom("market", "limit", "stop", "trailing_stop"),
  price: fc.constantFrom(1, 7, 60, 95, 105, 140),
  quantity: fc.constantFrom(1, 3, 400),
  force: fc.constantFrom("day", "gtc", "ioc", "opg", "cls"),
});

type Action = typeof action extends fc.Arbitrary<infer D> ? D : never;

function request(recorded: RecordedMarket, { symbol, side, type, price, quantity, force }: Action): object {
  const contracts = contractsOf(recorded.chains[0]!);
  return {
    symbol: typeof symbol === "string" ? symbol : (contracts[symbol % contracts.length]?.symbol ?? "ACME"),
    side,
    type,
    quantity,
    time_in_force: force,
    ...(type === "limit" && { limit_price: price }),
    ...(type === "stop" && { stop_price: price }),
    ...(type === "trailing_stop" && { trail_amount: 5 }),
  };
}

const PLACES = [
  "/orders?status=all",
  "/fills",
  "/positions",
  "/account",
  "/portfolio",
  "/portfolio/history?period=1mo",
];

/** Responses to a client that performs the actions, and the data that the client reads at the end. */
async function responsesTo(
  floor: Floor,
  recorded: RecordedMarket,
  actions: readonly Action[],
  now: number,
): Promise<unknown[]> {
  const answers: unknown[] = [];
  let time = floor.session.now;
  for (const one of actions) {
    time = Math.min(now, time + one.steps * HALF_HOUR + one.aside);
    if (time > floor.session.now) floor.session.advance(time);
    const placed = answers.length;
    if (one.verb === "place") answers.push((await floor.ask("POST", "/orders", request(recorded, one))).body);
    else {
      const method = one.verb === "cancel" ? "DELETE" : "PATCH";
      const changed = one.verb === "cancel" ? undefined : { quantity: one.quantity + 1 };
      answers.push((await floor.ask(method, `/orders/ord_1_${placed}`, changed)).body);
    }
  }
  if (now > floor.session.now) floor.session.advance(now);
  for (const place of PLACES) answers.push([place, (await floor.get(place)).body]);
  floor.session.close();
  return answers;
}

const server = await openFloor();
afterAll(() => server.server.close());
let opened = 0;

/** Opens a session over a recording, whose account can sell short. */
function sessionFloor(recorded: RecordedMarket, start: number): Floor {
  const settings = { account: "margin" } as const;
  return server.openSession(withOptionContracts(recorded), { id: `look${opened++}`, start, settings });
}

/** Gives both recordings the same last bars, since a recording's length decides which bars an instrument trades on. */
function withSameEnd(recorded: RecordedMarket, other: RecordedMarket): RecordedMarket {
  const rows = ({ time, open, high, low, close, volume }: Bars) =>
    Array.from(time, (start, i) => [start, open[i]!, high[i]!, low[i]!, close[i]!, volume[i]!]);
  const series = recorded.series.map(({ symbol, bars }) => {
    const same = other.series.find((one) => one.symbol === symbol && one.bars.interval === bars.interval);
    const kept = same === undefined ? [] : rows(same.bars);
    const last = rows(bars).at(-1)!;
    return { symbol, bars: barsOf(bars.interval, (kept.at(-1)?.[0] ?? -1) >= last[0]! ? kept : [...kept, last]) };
  });
  const newcomers = other.series.filter(({ symbol }) => !recorded.series.some((one) => one.symbol === symbol));
  return { ...other, series: [...series, ...newcomers] };
}

describe("responses about orders do not depend on later data", () => {
  property(
    [arbitraryRecording, fc.nat(14 * 48), fc.nat(200), fc.array(action, { minLength: 5, maxLength: 12 }), fc.nat(1e6)],
    runs(10),
  )(
    "two recordings that differ only after the market time give the same responses",
    async (from, begin, length, actions, seed) => {
      const recording = recordingOf(from);
      const start = firstInstant(from) + begin * HALF_HOUR;
      const now = start + length * HALF_HOUR;
      const one = await responsesTo(sessionFloor(recording, start), recording, actions, now);
      const future = withSameEnd(recording, otherFuture(recording, now, 7, seed));
      const other = await responsesTo(sessionFloor(future, start), recording, actions, now);
      expect(JSON.stringify(one)).not.toContain("INTERNAL_ERROR");
      expect(other).toEqual(one);
    },
  );
});
