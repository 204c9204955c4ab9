import { join } from "node:path";
import { instrument } from "../../src/market/instrument.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { readBars } from "../../src/data/bar-file.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { ROOT } from "../house/source-files.ts";

const FILE = "sp500-2000.csv";
const ZONE = "America/New_York";

/** Returns the S&P 500 of the data folder as a recorded market. Its bars are at midnight of the exchange. */
export async function sp500Market(): Promise<RecordedMarket> {
  const { series, checksum } = await readBars(join(ROOT, "data", FILE), {
    symbol: "^GSPC",
    interval: "1d",
    zone: ZONE,
  });
  return {
    name: "S&P 500, 2000 to 2020",
    description: "Daily bars of the S&P 500 index from 2000-01-03 to 2020-04-17, as recorded.",
    licence:
      "Not covered by the license of Hindcast. The file comes from the npm package vega-datasets 3.2.1, whose BSD-3-Clause license covers its code only; it states no license for this file.",
    provenance: "recorded",
    notes: [
      `Made from data/${FILE}, SHA-256 ${checksum}.`,
      "Source: the npm package vega-datasets 3.2.1, which names Yahoo Finance.",
      "Prices are index points. An index cannot be bought; the data have no dividends and no splits.",
    ],
    calendars: [calendarOf("XNYS")],
    mainCalendar: "XNYS",
    instruments: [
      {
        ...instrument("^GSPC", { name: "S&P 500" }),
        assetClass: "index",
        exchange: "SNP",
        zone: ZONE,
        calendar: "XNYS",
        decimals: 2,
        priceBasis: "split_adjusted",
        base: "^GSPC",
        unit: "",
        contractMonth: "",
        continuous: false,
      },
    ],
    series: [{ symbol: "^GSPC", bars: series[0].bars }],
    actions: [],
    quotes: [],
    chains: [],
    facts: [],
  };
}
