import type { RunContext } from "hindcast";
import { expect, test } from "vitest";
import { addContinuous } from "../../src/data/recording/continuous-market.ts";
import { both } from "../support/batch-and-remote.ts";
import { day, market, series, stock } from "../support/recorded-by-hand.ts";

/** Daily bars from 2 January 2024 on, with the given closes and volumes. */
const days = (first: number, rows: readonly (readonly [close: number, volume: number])[]): string =>
  rows
    .map(([close, volume], i) => `2024-01-${`${first + i}`.padStart(2, "0")} ${`${close} `.repeat(4)}${volume}`)
    .join("\n");
const contract = (symbol: string, expiration: string) =>
  stock(symbol, { assetClass: "commodity", multiplier: 50, tick: 0.25, expiration: day(expiration) });

const recorded = addContinuous(
  market({
    instruments: [contract("ESF24", "2024-01-05"), contract("ESG24", "2024-02-16")],
    series: [
      series(
        "ESF24",
        "1d",
        days(2, [
          [100, 90],
          [101, 80],
          [102, 20],
          [104, 10],
        ]),
      ), // 2 to 5 January
      series(
        "ESG24",
        "1d",
        `${days(3, [
          [111, 10],
          [112, 30],
          [113, 90],
        ])}\n${days(8, [
          [115, 90],
          [116, 80],
          [118, 70],
        ])}`,
      ),
    ],
  }),
  { symbol: "ES", roll: "volume", adjust: "difference" },
);

const steps = {
  0: ({ at, contract: inForce }: RunContext) => void at(inForce("ES")!).orders.buy({ quantity: 2, stopLoss: 90 }),
  1: ({ orders }: RunContext) => void orders.roll("ES"),
  2: ({ orders, log, contract: inForce }: RunContext) => {
    log(`${inForce("ES")} ${orders.roll("ES").join()}`);
    orders.roll("ES");
  },
  3: ({ orders }: RunContext) => void orders.roll("ES"),
  5: ({ at, contract: inForce }: RunContext) => void at(inForce("ES")!).orders.close(),
};

test("a backtest and a run against a server have equal results if a position moves from one future to the next", async () => {
  const { fills, log } = await both(recorded, steps, { cash: 50_000 });
  expect(fills.map(({ symbol, side, quantity, price }) => [symbol, side, quantity, price])).toEqual([
    ["ESF24", "buy", 2, 101],
    ["ESF24", "sell", 2, 104],
    ["ESG24", "buy", 2, 113],
    ["ESG24", "sell", 2, 118],
  ]);
  expect(log.map(({ message }) => message)).toContain("ESG24 3,4");
});
