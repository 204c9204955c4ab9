import { pathToFileURL } from "node:url";
import type { Bars } from "hindcast";
import type { MarketView } from "../src/market/market-view.ts";
import { SeededRandom } from "../src/primitives/random.ts";
import { MarketTape } from "../src/data/view/market-tape.ts";
import { interleaved } from "./interleaved.ts";
import { marketOf, stockOf } from "./support/recorded-stocks.ts";

const CALLS = 2000;

/** Answers a second of one kind of question. */
export interface ViewRow {
  readonly question: string;
  readonly perSecond: number;
  /** How often a plain scan of the recorded bars answers the same, where there is one. */
  readonly timesScan?: number;
}

/**
 * How many questions a second does a view of a recorded market answer, its caches warm? Ten years of days of a stock, alone and beside a year of its
 * minutes; the clock going on minute by minute, and moments picked at random; ranges of a year beside a scan over that year.
 */
export function benchView(): ViewRow[] {
  const days = stockOf("DAYS", "1d");
  const both = stockOf("BOTH", "1d");
  const minutes = stockOf("BOTH", "1m");
  const tape = new MarketTape(marketOf([days, both, minutes]));
  const { time } = minutes.bars;
  const from = time[0]!;
  const to = time[time.length - 1]!;
  const random = new SeededRandom(7);
  const anywhere = Float64Array.from({ length: CALLS }, () => Math.floor(from + random.next() * (to - from)));
  let place = 0;
  const each = (question: (view: MarketView) => unknown) => () => {
    for (let i = 0; i < CALLS; i++) {
      place = place + 1 < time.length ? place + 1 : 0;
      question(tape.at(time[place]!));
    }
  };
  const atRandom = (question: (view: MarketView) => unknown) => () => {
    for (let i = 0; i < CALLS; i++) question(tape.at(anywhere[i]!));
  };
  const request = { interval: "1d", adjust: true, limit: 2520 } as const;
  const cases = {
    "quote of days, minute by minute": each((view) => view.quote("DAYS")),
    "quote of days and minutes, minute by minute": each((view) => view.quote("BOTH")),
    "quote of days and minutes, at random": atRandom((view) => view.quote("BOTH")),
    "history of 2,520 adjusted days": each((view) => view.history("DAYS", request)),
    "range of the last 252 days, by a scan": each(() => scan(days.bars)),
  };
  const ms = interleaved(cases, { rounds: 9, warmUp: 3, clear: false });
  const perSecond = (name: keyof typeof cases): number => (CALLS / ms[name]) * 1000;
  const scans = perSecond("range of the last 252 days, by a scan");
  return (Object.keys(cases) as (keyof typeof cases)[]).map((question) => ({
    question,
    perSecond: perSecond(question),
    ...(question.startsWith("quote") && { timesScan: perSecond(question) / scans }),
  }));
}

function scan({ high, low, length }: Bars): number {
  let top = -Infinity;
  let bottom = Infinity;
  for (let i = length - 252; i < length; i++) {
    top = Math.max(top, high[i]!);
    bottom = Math.min(bottom, low[i]!);
  }
  return top - bottom;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { question, perSecond, timesScan } of benchView()) {
    const scans = timesScan === undefined ? "" : `, ${timesScan.toFixed(2)} times as often as that scan`;
    console.log(`${question}: ${Math.round(perSecond / 1000)} thousand a second${scans}`);
  }
}
