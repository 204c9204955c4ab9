import { Type } from "typebox";

/** What names an instrument in a path or body: its id in capital or small letters. */
export const InstrumentId = Type.String({
  pattern: "^[A-Za-z0-9^][A-Za-z0-9.=^-]{0,24}$",
  description: "Id of an instrument, such as AAPL, ^GSPC, BTCUSD or GC=F; small letters are taken for capitals.",
  examples: ["AAPL"],
});

/** What names a pair of currencies in a path: two codes of three letters. */
const PairId = Type.String({
  pattern: "^[A-Za-z]{6}$",
  description: "Two currency codes in one word, such as EURUSD; small letters are taken for capitals.",
  examples: ["EURUSD"],
});

export const SymbolPath = Type.Object({ symbol: InstrumentId }, { additionalProperties: false });

export const PairPath = Type.Object({ pair: PairId }, { additionalProperties: false });
