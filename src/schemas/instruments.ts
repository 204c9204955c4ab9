import { type Static, Type } from "typebox";
import { ROLES } from "../market/instrument.ts";
import { IntervalName, Literals, NextPageToken, Nullable, PageToken, Timestamp } from "./fields.ts";

const ASSET_CLASSES = ["stock", "etf", "index", "crypto", "forex", "commodity", "option"] as const;

export const InstrumentsQuery = Type.Object(
  {
    query: Type.Optional(
      Type.String({
        maxLength: 100,
        // Control characters are refused, since no name contains any.
        pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`,
        description: "Part of the symbol or name of an instrument; case does not matter.",
      }),
    ),
    asset_class: Type.Optional(
      Literals(ASSET_CLASSES, {
        description: "Asset class. Options are listed only if `asset_class` or `query` selects them.",
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
    page_token: Type.Optional(PageToken),
  },
  { additionalProperties: false },
);
export type InstrumentsQuery = Static<typeof InstrumentsQuery>;

export const Role = Literals(ROLES, {
  description: "`data` for an instrument that strategies and clients can read but not trade, otherwise `trade`.",
});

export const Contracts = Type.Array(Type.String(), {
  description:
    "Symbols of the contracts of a continuous series of futures, by expiration; its own column `contract` holds indexes of this list. Empty for other instruments.",
});

/** An instrument, with the range of its recorded data up to the session's current time. */
const ListedInstrument = Type.Object({
  symbol: Type.String(),
  name: Nullable(Type.String()),
  asset_class: Literals(ASSET_CLASSES),
  exchange: Type.String(),
  currency: Type.String(),
  calendar: Type.String(),
  role: Role,
  contracts: Contracts,
  tick_size: Type.Number({ description: "Smallest step of the instrument's prices; 0 if there is none." }),
  lot_size: Type.Number({ description: "Smallest step of order quantities." }),
  multiplier: Type.Number({ description: "Value of a price change of 1 per unit, in the instrument's currency." }),
  decimals: Type.Integer({
    description:
      "Decimals of the instrument's recorded prices. Responses show at least 8 for coins, 5 for currency pairs, 3 for pairs in yen, and six significant digits.",
  }),
  first: { ...Timestamp, description: "Time of the instrument's first price." },
  last: { ...Timestamp, description: "Time of the instrument's last price up to the current time." },
  intervals: Type.Array(IntervalName(), { description: "Intervals of the instrument's recorded bars." }),
});

/** Instruments known at the session's current time. */
export const Instruments = Type.Object(
  {
    symbols: Type.Array(ListedInstrument, { description: "Sorted by symbol." }),
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
            role: "trade",
            contracts: [],
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
