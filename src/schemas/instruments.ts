import { type Static, Type } from "typebox";
import { INTERVALS } from "../time/interval.ts";
import { Literals, NextPageToken, Nullable, PageToken, Timestamp } from "./fields.ts";

const ASSET_CLASSES = ["stock", "etf", "index", "crypto", "forex", "commodity", "option"] as const;

export const InstrumentsQuery = Type.Object(
  {
    query: Type.Optional(
      Type.String({
        maxLength: 100,
        // No name has a control character.
        pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`,
        description: "Part of a symbol or name, in any case.",
      }),
    ),
    asset_class: Type.Optional(
      Literals(ASSET_CLASSES, {
        description: "Options are listed only where this or `query` asks for them.",
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
    page_token: Type.Optional(PageToken),
  },
  { additionalProperties: false },
);
export type InstrumentsQuery = Static<typeof InstrumentsQuery>;

/** An instrument and what is recorded of it up to now. */
const ListedInstrument = Type.Object({
  symbol: Type.String(),
  name: Nullable(Type.String()),
  asset_class: Literals(ASSET_CLASSES),
  exchange: Type.String(),
  currency: Type.String(),
  calendar: Type.String(),
  tick_size: Type.Number({ description: "Smallest step of prices; 0 where they have none." }),
  lot_size: Type.Number({ description: "Smallest step of quantities." }),
  multiplier: Type.Number({ description: "What one point of the price of one unit is worth, in its currency." }),
  decimals: Type.Integer({
    description:
      "Decimals of its recorded prices; answers show at least 8 of coins, 5 of pairs and 3 of pairs in yen, and of every price at least six significant digits.",
  }),
  first: { ...Timestamp, description: "When its first price was made." },
  last: { ...Timestamp, description: "When its last price up to now was made." },
  intervals: Type.Array(Literals(INTERVALS), { description: "Lengths of its recorded bars." }),
});

/** The instruments that are known now. */
export const Instruments = Type.Object(
  {
    symbols: Type.Array(ListedInstrument, { description: "By symbol." }),
    next_page_token: NextPageToken,
  },
  {
    examples: [
      {
        symbols: [
          {
            symbol: "BTCUSD",
            name: "Bitcoin (synthetic)",
            asset_class: "crypto",
            exchange: "SYNTHETIC",
            currency: "USD",
            calendar: "24/7",
            tick_size: 0.01,
            lot_size: 0.0001,
            multiplier: 1,
            decimals: 2,
            first: "2021-01-04T00:00:00.000Z",
            last: "2023-12-15T17:00:00.000Z",
            intervals: ["1h", "1d"],
          },
        ],
        next_page_token: null,
      },
    ],
  },
);
export type Instruments = Static<typeof Instruments>;
