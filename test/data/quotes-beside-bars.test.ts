import { backtest, defineStrategy, type RunContext } from "hindcast";
import { describe, expect, test } from "vitest";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import type { ImportMode } from "../../src/data/importing/merge-tables.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import { both } from "../support/batch-and-remote.ts";
import { asking, servedMarket } from "../support/served-market.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

/** Made-up bars of trades, ticks with bid and ask, and bars of bid and ask, of the same minutes. */
const FILES = {
  bars: `time,open,high,low,close,volume
2024-01-02T09:30,100,101,99,100.5,1200
2024-01-02T09:31,100.5,100.75,100.25,100.5,300
2024-01-02T09:32,100.5,102,100.5,101.75,900
`,
  ticks: `time,price,size,bid,ask
2024-01-02T09:30:00.5,100,5,99.9,100.1
2024-01-02T09:31:10,100.5,2,100.4,100.6
2024-01-02T09:32:05,,,100.4,100.8
`,
  later: `time,bid,ask
2024-01-02T09:32:05,100.4,100.8
2024-01-02T09:32:30,101.5,101.9
`,
  "bid-ask": `time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close
2024-01-02T09:30,99.9,100.9,98.9,100.4,100.1,101.1,99.1,100.6
2024-01-02T09:31,100.4,100.65,100.15,100.4,100.6,100.85,100.35,100.6
2024-01-02T09:32,100.4,101.9,100.4,101.65,100.6,102.1,100.6,101.85
`,
};

interface Step {
  readonly importer: string;
  readonly file?: keyof typeof FILES;
  readonly mode?: ImportMode;
  readonly settings?: ImportSettings;
}

async function imported(steps: readonly Step[]): Promise<RecordedMarket> {
  let into: RecordedMarket | undefined;
  for (const { importer, file = importer as keyof typeof FILES, mode, settings } of steps) {
    const source = { symbol: "ACME", file: files.write(`${file}.csv`, FILES[file]) };
    const request = { importer, files: [source], settings: { interval: "1m" as const, ...settings } };
    ({ market: into } = await importMarket({ ...request, ...(mode && { mode }), ...(into && { into }) }));
  }
  return into!;
}

const stock: ImportSettings = { instrument: { assetClass: "stock" } };
const quotesOnly: ImportSettings = { quotesOnly: true };

/** Ways to record quotes next to the bars of trades. */
const WAYS: readonly (readonly [way: string, steps: readonly Step[], quotes: number])[] = [
  ["quotes of ticks after bars", [{ importer: "bars" }, { importer: "ticks", settings: quotesOnly }], 3],
  ["bars after quotes of ticks", [{ importer: "ticks", settings: quotesOnly }, { importer: "bars" }], 3],
  ["bars in the place of those of ticks", [{ importer: "ticks" }, { importer: "bars", mode: "replace" }], 3],
  ["quotes of bid-ask bars after bars", [{ importer: "bars" }, { importer: "bid-ask", settings: quotesOnly }], 4],
  [
    "bars in the place of mid prices",
    [
      { importer: "bid-ask", settings: stock },
      { importer: "bars", mode: "replace" },
    ],
    4,
  ],
  [
    "more quotes",
    [
      { importer: "bars" },
      { importer: "ticks", settings: quotesOnly },
      { importer: "ticks", file: "later", mode: "append", settings: quotesOnly },
    ],
    4,
  ],
];

describe.each(WAYS)("quotes are recorded next to bars of trades: %s", (_, steps, count) => {
  test("without any change to the bars", async () => {
    const market = await imported(steps);
    expect(market.series.map(({ symbol, bars }) => [symbol, bars.interval, ...bars.close])).toEqual([
      ["ACME", "1m", 100.5, 100.5, 101.75],
    ]);
    expect([...market.series[0]!.bars.volume]).toEqual([1200, 300, 900]);
    expect(market.quotes.map(({ time }) => time.length)).toEqual([count]);
    expect(market.instruments.map(({ assetClass }) => assetClass)).toEqual(["stock"]);
  });
});

test("orders fill at bars, also if quotes are recorded, and equally over the network", async () => {
  const buyer = defineStrategy({
    name: "buyer",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 1 });
    },
  });
  const folder = `${files.folder}/recording`;
  await writeRecording(folder, await imported(WAYS[0]![1]));
  const data = await (await openRecording(folder)).marketData({ symbols: ["ACME"] });
  expect(backtest(buyer, data).fills.map(({ price }) => price)).toEqual([100.5]);
  const first = { 0: ({ at }: RunContext) => void at("ACME").orders.buy({ quantity: 1 }) };
  const { fills } = await both(await imported(WAYS[5]![1]), first);
  expect(fills.map(({ price }) => price)).toEqual([100.5]);
});

test("views and the server show the last bid and ask, and a price of the latest bar or quote", async () => {
  const market = await imported(WAYS[5]![1]);
  const quoteAt = async (time: string) => {
    const server = await servedMarket({ ...market, provenance: "recorded" }, Date.parse(`2024-01-02T${time}-05:00`));
    try {
      const ask = asking(server);
      const { json } = await ask("stocks/ACME/quote");
      const { json: several } = await ask("stocks/quotes", { symbols: ["ACME"], fields: ["bid", "ask"] });
      expect(several.quotes.ACME).toEqual({
        symbol: "ACME",
        ...(json.bid === undefined ? {} : { bid: json.bid, ask: json.ask }),
      });
      return [json.price, json.bid, json.ask, json.timestamp.slice(14, 19)];
    } finally {
      await server.close();
    }
  };
  // Before the first quote: the open of the first bar.
  expect(await quoteAt("09:30:00")).toEqual([100, undefined, undefined, "30:00"]);
  // The midpoint of the quote of 09:31:10, then the bar of 09:31 closes, and that of 09:32 opens.
  expect(await quoteAt("09:31:30")).toEqual([100.5, 100.4, 100.6, "31:10"]);
  expect(await quoteAt("09:32:00")).toEqual([100.5, 100.4, 100.6, "32:00"]);
  expect(await quoteAt("09:32:40")).toEqual([101.7, 101.5, 101.9, "32:30"]);
  expect(await quoteAt("09:33:00")).toEqual([101.75, 101.5, 101.9, "33:00"]);
});

test("a file whose bars are recorded already is refused with the option that imports its quotes", async () => {
  const refusal = async (steps: readonly Step[]) => {
    const error: unknown = await imported(steps).catch((thrown: unknown) => thrown);
    return error instanceof HindcastError ? error.message.replaceAll(`${files.folder}/`, "") : "imported";
  };
  expect(await refusal([{ importer: "bars" }, { importer: "ticks" }])).toBe(
    "nothing was imported: bars of 1m of ACME are already recorded: replace them (--replace) or append to them (--append), or import only the quotes of the file (--quotes-only)",
  );
  expect(await refusal([{ importer: "bars", settings: quotesOnly }])).toBe(
    "nothing was imported: bars.csv has no bids and asks, which --quotes-only imports",
  );
});
