import { expect, test } from "vitest";
import { syntheticMarket } from "../../src/data/synthetic/synthetic-market.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";

const PAIRS = ["EURUSD", "GBPUSD", "USDJPY"];
const market = syntheticMarket({ seed: 9, from: "2023-09-01", to: "2023-11-30", symbols: PAIRS, minutes: [] });

test.each(PAIRS)(
  "the close of every bar of the synthetic pair %s is between the bid and ask at that time",
  (symbol) => {
    const { time, bid, ask } = market.quotes.find((quotes) => quotes.symbol === symbol)!;
    const [daily, hourly] = market.series.filter((series) => series.symbol === symbol).map(({ bars }) => bars);
    // September has a quote at the close of every daily bar; October has one every hour.
    const september = [...daily!.time].filter((start) => start < Date.UTC(2023, 9, 1)).length;
    expect(time.length).toBe(september + hourly!.length);
    for (let i = 0; i < time.length; i++) {
      const close = i < september ? daily!.close[i]! : hourly!.close[i - september]!;
      if (!(bid[i]! < ask[i]! && bid[i]! <= close && close <= ask[i]!))
        expect({ i, bid: bid[i], ask: ask[i] }).toBe("ordered");
      if (i >= september) expect(time[i]).toBe(hourly!.time[i - september]! + 3_600_000);
    }
  },
);

test("synthetic pairs have wider spreads after New York's close than while London and New York are both open", () => {
  const { time, bid, ask } = market.quotes[0]!;
  const mean = (hour: number): number => {
    const rows = [...time.keys()].filter(
      (i) => time[i]! > Date.UTC(2023, 9, 3) && new Date(time[i]!).getUTCHours() === hour,
    );
    return rows.reduce((sum, i) => sum + ask[i]! - bid[i]!, 0) / rows.length;
  };
  expect(mean(23)).toBeGreaterThan(2 * mean(14));
});

test("synthetic pairs have no bars from Friday to Sunday evening in New York, and no volume", () => {
  const fx = calendarOf("FX");
  for (const { bars } of market.series) {
    expect(bars.volume.every((volume) => volume === 0)).toBe(true);
    if (bars.interval === "1h") for (const time of bars.time) expect(fx.status(time)).toBe("open");
  }
});
