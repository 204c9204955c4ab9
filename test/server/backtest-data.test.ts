import { expect, test } from "vitest";
import { backtestData } from "../../src/server/backtests/backtest-data.ts";
import { runData } from "../../src/server/trading/backtest-venue.ts";
import { LoadedRecording } from "../../src/data/recording/recording.ts";
import { crypto, market, series, split, stock } from "../support/recorded-by-hand.ts";

/** A market with hourly bars that start before its daily bars, in a currency other than the account's. */
const RECORDED = market({
  mainCalendar: "24/7",
  instruments: [
    crypto("AAAEUR", "AAA", { currency: "EUR" }),
    stock("EURUSD", { assetClass: "forex", zone: "UTC", calendar: "24/7" }),
  ],
  series: [
    series("AAAEUR", "30m", "2024-01-01T22:30 8 9 8 8 9\n2024-01-02T23:00 4 4 4 4 9", "UTC"),
    series("AAAEUR", "1h", "2024-01-01T22:00 8 9 8 8 9\n2024-01-02T23:00 4 4 4 4 9", "UTC"),
    series("AAAEUR", "1d", "2024-01-02 4 4 4 4 9", "UTC"),
    series("EURUSD", "1h", "2024-01-01T21:00 1 1 1 1 9\n2024-01-02T23:00 2 2 2 2 9", "UTC"),
  ],
  actions: [split("AAAEUR", "2024-01-02", 2)],
});

test.each([false, true])(
  "a backtest over HTTP uses the same data as a session whose clock waits for the client, with finer bars: %s",
  (finer) => {
    const view = new LoadedRecording(RECORDED, "by hand").at(Date.UTC(2024, 1, 1));
    const { data } = backtestData(RECORDED, view, ["AAAEUR"], "1h", finer);
    const inLockstep = runData(RECORDED, ["AAAEUR"], "1h", finer).data;
    expect({ ...data, notes: [] }).toEqual(inLockstep);
    // The split precedes the range of these data, so they do not contain it.
    expect(data.series[0]!.reference).toBeUndefined();
    expect(data.series[0]!.finer?.interval).toBe(finer ? "30m" : undefined);
    expect(data.rates?.map(({ instrument }) => instrument.symbol)).toEqual(["EURUSD"]);
  },
);

test("a backtest over HTTP uses only completed bars of currency pairs and of finer intervals", () => {
  const view = new LoadedRecording(RECORDED, "by hand").at(Date.UTC(2024, 0, 2, 12));
  const { series: loaded, rates } = backtestData(RECORDED, view, ["AAAEUR"], "1h", true).data;
  expect([loaded[0]!.bars.length, loaded[0]!.finer!.length, rates![0]!.bars.length]).toEqual([1, 1, 1]);
});
