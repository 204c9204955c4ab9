import * as fc from "fast-check";
import type { RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import { SETTINGS } from "../../src/engine/settings.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { arbitraryBroadRun, broadRunOf, placedFills } from "../support/arbitrary-broad-run.ts";
import type { ArbitraryRun } from "../support/arbitrary-run.ts";
import { wrongRule, SENTENCE_PATTERNS } from "../support/rule-check.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

/** Settings whose choices affect fills. The choice `band` of intrabar is left out, since it adds a second run. */
const DECIDE = [
  "conventions",
  "fillAt",
  "bookAt",
  "restingSee",
  "limitFill",
  "limitSlippage",
  "stopGap",
  "stopLimitFill",
  "trailFollows",
  "trailFill",
  "intrabar",
  "entryBarExits",
  "exits",
  "closing",
  "ruin",
  "atEnd",
] as const satisfies readonly (keyof RunSettings)[];
const alone: readonly Partial<RunSettings>[] = DECIDE.flatMap((name) =>
  SETTINGS[name].kind.words.filter((choice) => choice !== "band").map((choice) => ({ [name]: choice })),
);
/** Combinations of settings that affect fills only together. */
const choices: readonly Partial<RunSettings>[] = [
  ...alone,
  { fillAt: "same-close", bookAt: "bar-close" },
  { fillAt: "same-close", bookAt: "bar-close", intrabar: "queue", orderLife: "gtc" },
  { account: "unchecked", cash: 100, ruin: "ends" },
];

/** Settings that are kept when a run uses conventions. */
const OWN = ["cash", "commission", "latencyMs"] as const;

function settingsOf(settings: Partial<RunSettings>, chosen: Partial<RunSettings>): Partial<RunSettings> {
  if ((chosen.conventions ?? "hindcast") === "hindcast") return { ...settings, ...chosen };
  return { ...Object.fromEntries(OWN.map((name) => [name, settings[name]])), ...chosen };
}

/** Describes each fill whose explained rule is wrong. */
function wrongRules(run: ArbitraryRun): string[] {
  const { result, data, settings } = run;
  return result.orders
    .flatMap((order) => {
      const { fills, events } = result.explain(order.id);
      const { bars } = data.series.find(({ instrument }) => instrument.symbol === order.symbol)!;
      const { openTime, closeTime } = scheduleOf(bars);
      const began = events.find(({ event }) => event === "new")?.time ?? NaN;
      // A replacement of a working exit works at once, without waiting for a fill of the entry.
      const worked = order.replaces > 0 && result.explain(order.replaces).events.some(({ event }) => event === "new");
      // Whether the order replaced a stop that was already triggered.
      const took =
        order.replaces > 0 && result.explain(order.replaces).events.some(({ event }) => event === "triggered");
      const entries = order.parentId > 0 && !worked ? result.explain(order.parentId).fills : [];
      const woken = entries.some(({ fill }) => fill.time === began);
      return fills.map((explanation, i) => {
        const index = bars.time.indexOf(explanation.bar.time);
        const { time } = explanation.fill;
        return wrongRule({
          explanation,
          order,
          bars,
          index,
          openTime: openTime[index]!,
          closeTime: closeTime[index]!,
          came:
            settings.latencyMs! > 0 && began === closeTime[index] && !woken
              ? order.submittedAt + settings.latencyMs!
              : began,
          rest: i > 0 && result.settings.fillsBy === "order",
          late: result.settings.volumeShare > 0,
          reached: events.some(({ event, time: at }) => event === "triggered" && (at < time || (took && at === began))),
          entryPrice: entries.findLast(({ fill }) => fill.time === time)?.basePrice ?? NaN,
        });
      });
    })
    .filter((what) => what !== "");
}

/**
 * Describes each fill whose explained bar or place differs from the bars that were open and closed at the time of the
 * fill.
 */
function wrongPlaces(run: ArbitraryRun): string[] {
  const { result, data } = run;
  const before = result.settings.fillAt === "same-close" && result.settings.bookAt === "bar-close" ? 1 : 0;
  if (result.settings.atEnd !== "mark") return [];
  return placedFills(run).flatMap(({ fill, phase, opened, closed }) => {
    const { bars } = data.series.find(({ instrument }) => instrument.symbol === fill.symbol)!;
    const { at, bar } = result.explain(fill.orderId).fills.find((one) => one.fill.id === fill.id)!;
    const order = result.orders[fill.orderId - 1]!;
    const index = bars.time.indexOf(bar.time);
    const forms = opened > closed;
    const right =
      phase === 7
        ? index === opened && at === "open"
        : phase === 2 && order.timeInForce !== "cls"
          ? (index === closed || index === closed - before) && at !== "open"
          : forms
            ? index === opened && at === "open"
            : index === closed && at === "close";
    return right
      ? []
      : [`in phase ${phase}, bar ${closed} closed and ${opened} opened: explained as ${at} of ${index}`];
  });
}

const parts = fc
  .record({ run: arbitraryBroadRun, chosen: fc.constantFrom(...choices), also: fc.constantFrom({}, ...choices) })
  .map(({ run, chosen, also }) => ({ ...run, settings: settingsOf(run.settings, { ...also, ...chosen }) }));

describe("the explanation of every fill, with random settings and conventions,", () => {
  property([parts], runs(250))("names the rule by which its order filled", (given) => {
    expect(wrongRules(broadRunOf(given))).toEqual([]);
  });

  property([parts], runs(120))("names the bar and the place at which its order filled", (given) => {
    expect(wrongPlaces(broadRunOf(given))).toEqual([]);
  });
});

test("random runs reach every sentence with which a fill can be explained", () => {
  const rules = new Set<string>();
  for (const given of fc.sample(parts, { numRuns: 1500, seed: 1 })) {
    const { result } = broadRunOf(given);
    for (const { id } of result.orders) for (const { rule } of result.explain(id).fills) rules.add(rule);
  }
  const found = [...rules];
  expect(SENTENCE_PATTERNS.filter((sentence) => !found.some((rule) => new RegExp(`^${sentence}`).test(rule)))).toEqual(
    [],
  );
});
