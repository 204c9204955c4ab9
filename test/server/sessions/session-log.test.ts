import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Phase } from "../../../src/simulation/simulation.ts";
import type { OrderOptions } from "../../../src/engine/order-request.ts";
import type { RecordedMarket } from "../../../src/market/recorded-market.ts";
import { SessionLog } from "../../../src/server/sessions/events/session-log.ts";
import type { SessionEvent } from "../../../src/server/sessions/session-event.ts";
import { StateStore } from "../../../src/server/store/state-store.ts";
import { Accounts } from "../../../src/server/trading/accounts.ts";
import type { Submit } from "../../../src/server/trading/command.ts";
import { Exchange } from "../../../src/server/trading/exchange.ts";
import { Journal } from "../../../src/server/trading/journal.ts";
import { SessionStore } from "../../../src/server/trading/session-store.ts";
import { MarketHistory } from "../../../src/data/view/market-history.ts";
import { arbitraryRecording, firstInstant, recordingOf } from "../../support/arbitrary-recording.ts";
import { otherFuture } from "../../support/other-future.ts";
import { runs } from "../../support/runs.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";
import { property } from "../../support/property.ts";

const HALF_HOUR = 1_800_000;
const DAY = 86_400_000;

/** Accounts and event log of a session over a recorded market. */
function sessionOf(market: RecordedMarket, start: number, options: { maxEvents?: number } = {}) {
  const store = new StateStore();
  const sessions = new SessionStore(store);
  sessions.addSession({ id: "one", recording: "", start, settings: {}, time: start, phase: 7 });
  const exchange = new Exchange(market, start, {});
  const accounts = new Accounts("one", exchange, sessions, new Journal(store), { time: start, phase: 7 }, () => 0);
  const make = (): SessionLog =>
    new SessionLog({ market, marketHistory: new MarketHistory(market), accounts, start, ...options });
  return { accounts, make, close: () => store.close() };
}

function listen(log: SessionLog): { readonly lines: string[]; readonly events: [SessionEvent, number][] } {
  const lines: string[] = [];
  const events: [SessionEvent, number][] = [];
  log.listen({
    event: (event, offset) => {
      lines.push(`${offset} ${JSON.stringify(event)}`);
      events.push([event, offset]);
    },
  });
  return { lines: lines, events };
}

function buy(symbol: string, quantity: number, terms: OrderOptions = {}): Submit {
  const order = { quantity, timeInForce: "gtc", ...terms } as const;
  return { kind: "submit", symbol, sign: 1, order, clientOrderId: null, orderClass: "simple" };
}

describe("the event transcript of a session", () => {
  const steps = fc.array(fc.tuple(fc.nat(3 * DAY), fc.integer({ min: 1, max: 7 })), { minLength: 1, maxLength: 25 });

  property([arbitraryRecording, fc.nat(10 * 48), steps], runs(15))(
    "does not depend on the steps in which the market time advances",
    (from, begin, moves) => {
      const market = recordingOf(from);
      const start = firstInstant(from) + begin * HALF_HOUR;
      const end = start + moves.reduce((sum, [ms]) => sum + ms, 0);
      const trade = (accounts: Accounts): void => {
        const account = accounts.accountOf("key");
        if (account.run.feed("ACME") === undefined) return;
        accounts.execute(account, buy("ACME", 3));
        accounts.execute(account, buy("ACME", 2, { limit: 60 }));
        accounts.execute(account, buy("ACME", 1, { stop: 120, stopLoss: 80 }));
        const [first] = moves[0]!;
        accounts.execute(account, buy("ACME", 1, { limit: 9, timeInForce: "gtd", expiresAt: start + first }));
        accounts.execute(account, buy("ACME", 1, { limit: 9, timeInForce: "gtd", expiresAt: start + 2 * first + 1 }));
      };
      const whole = sessionOf(market, start);
      const log = whole.make();
      const { lines } = listen(log);
      trade(whole.accounts);
      log.advance(end, 7);
      const stepped = sessionOf(market, start);
      const other = stepped.make();
      const { lines: byStep } = listen(other);
      trade(stepped.accounts);
      let now = start;
      for (const [ms, phase] of moves) {
        now += ms;
        const { time, phase: at } = stepped.accounts;
        if (now > time || phase > at) other.advance(now, phase as Phase);
      }
      other.advance(end, 7);
      expect(byStep).toEqual(lines);
      expect(lines.map((line) => Number(line.split(" ", 1)[0]))).toEqual(lines.map((_, i) => i));
      expect(log.offset).toBe(lines.length);
      whole.close();
      stepped.close();
    },
  );

  property([arbitraryRecording, fc.nat(10 * 48), fc.integer({ min: 1, max: 5 * 48 }), fc.nat(1_000_000)], runs(10))(
    "contains nothing up to the market time that depends on later data",
    (from, begin, length, seed) => {
      const market = recordingOf(from);
      const start = firstInstant(from) + begin * HALF_HOUR;
      const now = start + length * HALF_HOUR;
      const transcripts = [market, otherFuture(market, now, 7, seed)].map((one) => {
        const { make, close } = sessionOf(one, start);
        const log = make();
        const { lines } = listen(log);
        log.advance(now, 7);
        close();
        return lines;
      });
      expect(transcripts[1]).toEqual(transcripts[0]);
    },
  );

  property(
    [arbitraryRecording, fc.nat(10 * 48), fc.integer({ min: 0, max: 5 * 48 }), fc.integer({ min: 1, max: 7 })],
    runs(10),
  )("has the same offsets and events if it is first read later", (from, begin, length, phase) => {
    const market = recordingOf(from);
    const start = firstInstant(from) + begin * HALF_HOUR;
    const middle = start + length * HALF_HOUR;
    const early = sessionOf(market, start);
    const first = early.make();
    const { lines } = listen(first);
    first.advance(middle, phase as Phase);
    const count = lines.length;
    first.advance(middle + DAY, 7);
    const late = sessionOf(market, start);
    late.accounts.advance(middle, phase as Phase);
    const second = late.make();
    expect(second.offset).toBe(count);
    const { lines: lateLines } = listen(second);
    second.advance(middle + DAY, 7);
    expect(lateLines).toEqual(lines.slice(count));
    early.close();
    late.close();
  });
});

describe("past events of a session", () => {
  test("can be read again unchanged from any offset that is still stored", () => {
    const { accounts, make, close } = sessionOf(FLOOR, FLOOR_OPEN);
    const log = make();
    const { events } = listen(log);
    accounts.execute(accounts.accountOf("key"), buy("ACME", 1));
    log.advance(FLOOR_OPEN + 3 * DAY, 7);
    expect(events.length).toBeGreaterThan(50);
    for (const from of [0, 7, events.length - 1, events.length]) {
      expect(log.since(from)).toEqual(events.slice(from).map(([event, offset]) => ({ event, offset })));
    }
    expect(log.since(log.offset + 1)).toBeUndefined();
    expect(log.completed).toBe(true);
    close();
  });

  test("are dropped beyond the limit, oldest first", () => {
    const { make, close } = sessionOf(FLOOR, FLOOR_OPEN, { maxEvents: 10 });
    const log = make();
    const { events } = listen(log);
    log.advance(FLOOR_OPEN + 3 * DAY, 7);
    const { oldest } = log;
    expect(log.offset - oldest).toBeLessThan(20);
    expect(log.since(oldest - 1)).toBeUndefined();
    expect(log.since(oldest)!.map(({ offset }) => offset)).toEqual(events.slice(oldest).map(([, offset]) => offset));
    close();
  });

  test("are counted but not created without a subscriber", () => {
    const { make, close } = sessionOf(FLOOR, FLOOR_OPEN);
    const log = make();
    const places: number[] = [];
    log.listen({
      filter: { quote: (symbol) => symbol === "FUND", bar: () => false },
      event: (event, offset) => {
        if (event.type === "quote") places.push(offset);
      },
    });
    const { events } = listen(log);
    log.advance(FLOOR_OPEN + DAY, 7);
    const all = events.filter(([event]) => event.type === "quote" && event.symbol === "FUND");
    expect(places).toEqual(all.map(([, offset]) => offset));
    expect(places.length).toBeGreaterThan(0);
    close();
  });
});
