import type { AssetClass, RecordedInstrument } from "../../market/recorded-market.ts";
import type { PriceBasis } from "../../market/corporate-action.ts";
import { zoneOf } from "../../time/zone.ts";
import type { RecordReader } from "./record-reader.ts";

const ASSET_CLASSES: readonly AssetClass[] = ["stock", "etf", "index", "crypto", "forex", "commodity", "option"];
const PRICE_BASES: readonly PriceBasis[] = ["raw", "split_adjusted", "fully_adjusted"];

/** An instrument as a manifest has it. Throws RECORDING_INVALID; ZONE_UNKNOWN. */
export function checkInstrument(read: RecordReader): RecordedInstrument {
  const expiration = read.optional("expiration", () => read.number("expiration"));
  const instrument: RecordedInstrument = {
    ...(expiration === undefined ? {} : { expiration }),
    symbol: read.word("symbol"),
    name: read.text("name"),
    assetClass: read.oneOf("assetClass", ASSET_CLASSES),
    exchange: read.text("exchange"),
    zone: read.word("zone"),
    calendar: read.word("calendar"),
    currency: read.word("currency"),
    currencyDecimals: read.count("currencyDecimals", 20),
    decimals: read.count("decimals", 20),
    tick: read.number("tick", 0),
    lot: read.positive("lot"),
    multiplier: read.positive("multiplier"),
    priceBasis: read.oneOf("priceBasis", PRICE_BASES),
    base: read.word("base"),
    unit: read.text("unit"),
    contractMonth: read.text("contractMonth"),
    continuous: read.flag("continuous"),
  };
  read.end();
  zoneOf(instrument.zone);
  return Object.freeze(instrument);
}
