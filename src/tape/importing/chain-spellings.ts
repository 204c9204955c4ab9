import type { CHAIN_COLUMNS } from "../recording/column-names.ts";
import type { Spellings } from "./import-table.ts";

/** What the columns of a chain hold. */
export type ChainRole = (typeof CHAIN_COLUMNS)[number];

export const CHAIN_SPELLINGS: Spellings<ChainRole> = {
  time: ["timestamp", "quotedatetime", "quotedate", "snapshot", "datadate", "time", "date"],
  expiration: ["expiration", "expiry", "expirationdate", "expirydate", "expdate"],
  strike: ["strike", "strikeprice"],
  right: ["right", "optiontype", "putcall", "callput", "cpflag", "type"],
  last: ["lastprice", "last", "close", "price"],
  bid: ["bid", "bidprice", "bestbid"],
  ask: ["ask", "askprice", "bestask", "bestoffer"],
  volume: ["volume", "vol"],
  openInterest: ["openinterest", "oi"],
  impliedVolatility: ["impliedvolatility", "impliedvol", "iv"],
  delta: ["delta"],
  gamma: ["gamma"],
  theta: ["theta"],
  vega: ["vega"],
};
