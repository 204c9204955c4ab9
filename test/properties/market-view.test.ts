import * as fc from "fast-check";
import { describe, expect } from "vitest";
import type { ViewPhase } from "../../src/market/market-view.ts";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { arbitraryRecording, firstInstant, recordingOf, type RecordingSeed } from "../support/arbitrary-recording.ts";
import { expectSame } from "../support/expect-same.ts";
import { otherFuture } from "../support/other-future.ts";
import { runs } from "../support/runs.ts";
import { slowQuote } from "../support/slow-quote.ts";
import { answersOf } from "../support/view-answers.ts";
import { property } from "../support/property.ts";

const HALF_HOUR = 1_800_000;
/** Half hours from the first midnight in New York on: any, and those around opens and closes of sessions. */
const step = fc.oneof(
  fc.nat(14 * 48),
  fc.tuple(fc.nat(13), fc.constantFrom(17, 18, 19, 20, 26, 31, 32, 33)).map(([day, half]) => day * 48 + half),
);
const place = fc.record({
  step,
  aside: fc.constantFrom(0, 0, 0, 1, -1, 600_000),
  phase: fc.constantFrom<ViewPhase>(1, 2, 3, 4, 5, 6, 7, 7, 7),
});

function instantOf(from: RecordingSeed, { step, aside }: { step: number; aside: number }): number {
  return firstInstant(from) + step * HALF_HOUR + aside;
}

describe("answers of a market view do not depend on the future:", () => {
  property([arbitraryRecording, place, fc.nat(1_000_000)], runs(40))(
    "answers are equal, bit for bit, if later data differ",
    (from, at, seed) => {
      const recording = recordingOf(from);
      const now = instantOf(from, at);
      const other = otherFuture(recording, now, at.phase, seed);
      const answers = answersOf(new MarketHistory(recording).at(now, at.phase));
      expectSame(answersOf(new MarketHistory(other).at(now, at.phase)), answers);
    },
  );

  property([arbitraryRecording, place, fc.array(place, { minLength: 1, maxLength: 3 })], runs(15))(
    "answers do not depend on earlier queries",
    (from, at, others) => {
      const recording = recordingOf(from);
      const used = new MarketHistory(recording);
      for (const other of others) answersOf(used.at(instantOf(from, other), other.phase));
      const now = instantOf(from, at);
      expectSame(answersOf(used.at(now, at.phase)), answersOf(new MarketHistory(recording).at(now, at.phase)));
    },
  );
});

describe("adjustment factors", () => {
  property([arbitraryRecording, place, fc.nat(1_000_000)], runs(20))(
    "of known bars do not depend on later data",
    (from, at, seed) => {
      const recording = recordingOf(from);
      const now = instantOf(from, at);
      const view = new MarketHistory(recording).at(now, at.phase);
      const other = otherFuture(recording, now, at.phase, seed);
      for (const symbol of ["ACME", "WEEK"]) {
        const interval = symbol === "ACME" ? "1d" : "1wk";
        if (!view.has(symbol)) continue;
        const known = view.history(symbol, { interval, adjust: true }).bars.length;
        const factors = (market: typeof recording) => {
          const { price, split } = new MarketHistory(market).forwardFactors(symbol, interval, true);
          return [price.slice(0, known), split.slice(0, known)];
        };
        expectSame(factors(other), factors(recording));
      }
    },
  );
});

describe("a quote of a market view", () => {
  property([arbitraryRecording, fc.array(place, { minLength: 1, maxLength: 12 })], runs(40))(
    "equals the result of a search through all recorded bars",
    (from, places) => {
      const recording = recordingOf(from);
      const marketHistory = new MarketHistory(recording);
      for (const at of places) {
        const now = instantOf(from, at);
        const view = marketHistory.at(now, at.phase);
        for (const symbol of ["ACME", "WEEK", "LATE", "BTCUSD", "EURUSD"]) {
          if (!view.has(symbol)) continue;
          const { status, ...quote } = view.quote(symbol);
          expect(status).toBe(view.status(view.instrument(symbol).calendar));
          expect(quote).toEqual(slowQuote(recording, symbol, now, at.phase));
        }
      }
    },
  );
});
