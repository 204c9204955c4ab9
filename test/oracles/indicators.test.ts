import { describe, expect, test } from "vitest";
import { indicators } from "../../src/indicators/catalog.ts";
import { sampleBars } from "../support/sample-bars.ts";
import { HARD_SERIES, randomBars, type BarColumns } from "../support/series.ts";
import type { OracleRow, Oracles, PlainBars } from "./oracle-row.ts";
import * as rows from "./rows/index.ts";

/*
 * Compares Hindcast's indicators with other libraries, on markets without gaps, outliers and tiny prices, which those
 * do not support. The row of a comparison explains any other difference.
 */
const MARKETS: Readonly<Record<string, BarColumns>> = {
  "a random walk": randomBars(1500, 42),
  "the S&P 500": sampleBars(),
  "a market with constant stretches": flatStretchBars(1200),
};

const PLAIN = Object.fromEntries(Object.entries(MARKETS).map(([market, bars]) => [market, plain(bars)]));

const all: readonly Oracles[] = Object.values(rows).flat();

describe.each(all.filter((oracles) => oracles.rows.length > 0))("the indicator $indicator", (oracles) => {
  describe.each(Object.keys(MARKETS))("on %s", (market) => {
    test.each(oracles.rows)("matches the library $oracle: $compares", (row) => {
      expect(firstDifference(row, MARKETS[market]!, PLAIN[market]!)).toBe("");
    });
  });
});

test("every indicator is compared with another library, or states why not", () => {
  const compared = new Map(all.map((oracles) => [oracles.indicator, oracles]));
  for (const name of Object.keys(indicators))
    expect(compared.get(name)?.rows.length || compared.get(name)?.none, `oracles of ${name}`).toBeTruthy();
  expect([...compared.keys()].filter((name) => !(name in indicators))).toEqual([]);
});

/** Describes the first bar at which an indicator and the other library differ, or returns an empty text. */
function firstDifference(row: OracleRow, bars: BarColumns, { open, high, low, close, volume }: PlainBars): string {
  const ours = row.ours(bars);
  // Other libraries may write into the columns that they are given.
  const own = {
    open: open.slice(),
    high: high.slice(),
    low: low.slice(),
    close: close.slice(),
    volume: volume.slice(),
  };
  const given = row.theirs(own);
  const behind = ours.length - given.length;
  const theirs = ours.map((_, i) => given[i - behind] ?? NaN);
  const first = theirs.findIndex((value) => !Number.isNaN(value));
  const ourFirst = ours.findIndex((value) => !Number.isNaN(value));
  if (row.from === undefined && first !== ourFirst) return `ours begins at ${ourFirst}, theirs at ${first}`;
  if (first < 0 || first > (row.from ?? first)) return `theirs begins at ${first}`;
  const size = ours.reduce((sum, value) => sum + (Math.abs(value) || 0), 0) / ours.length;
  for (let i = row.from ?? first; i < ours.length; i++) {
    const allowed = row.tolerance ?? 1e-9 * Math.max(Math.abs(ours[i]!), size);
    if (!(Math.abs(ours[i]! - theirs[i]!) <= allowed)) return `bar ${i}: ours is ${ours[i]}, theirs ${theirs[i]}`;
  }
  return "";
}

function plain({ open, high, low, close, volume }: BarColumns): PlainBars {
  return { open: [...open], high: [...high], low: [...low], close: [...close], volume: [...volume] };
}

/** Bars in ticks of a quarter, constant for up to 10 bars and without wicks, so that some rolling ranges are flat. */
function flatStretchBars(length: number): BarColumns {
  const walk = HARD_SERIES["flat stretches"]!(length).map((price) => Math.round(price * 4) / 4);
  return { open: walk, high: walk, low: walk, close: walk, volume: walk.map((_, i) => (i % 11) * 100) };
}
