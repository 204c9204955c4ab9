import { type Static, Type } from "typebox";
import { CalendarDate, Literals, Nullable, Timestamp } from "./fields.ts";

export const OptionsChainQuery = Type.Object(
  {
    expiration: Type.Optional({
      ...CalendarDate,
      description: "Expiration date. Default: the nearest date that has not passed.",
    }),
    strike: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: "Only contracts of exactly this strike." })),
    option_type: Literals(["call", "put", "both"], { default: "both" }),
  },
  { additionalProperties: false },
);
export type OptionsChainQuery = Static<typeof OptionsChainQuery>;

const greek = (description: string) => Nullable(Type.Number({ description }));

/** An option contract. Prices are per share. */
export const OptionContract = Type.Object({
  strike: Type.Number(),
  last_price: Nullable(Type.Number()),
  bid: Nullable(Type.Number()),
  ask: Nullable(Type.Number()),
  volume: Type.Integer(),
  open_interest: Nullable(Type.Integer()),
  implied_volatility: greek("Implied volatility as a fraction: 0.25 is 25%."),
  delta: greek("Change of the option price per unit of the underlying price."),
  gamma: greek("Change of delta per unit of the underlying price."),
  theta: greek("Change of the option price per calendar day."),
  vega: greek("Change of the option price per percentage point of volatility."),
  symbol: Type.String({ description: "OCC symbol of the contract." }),
});
export type OptionContract = Static<typeof OptionContract>;

/** Options of one underlying and expiration in the last snapshot known at the session's current time. */
export const OptionsChain = Type.Object(
  {
    symbol: Type.String({ description: "Symbol of the underlying." }),
    expiration: CalendarDate,
    calls: Type.Array(OptionContract, { description: "Sorted by strike." }),
    puts: Type.Array(OptionContract, { description: "Sorted by strike." }),
    timestamp: { ...Timestamp, description: "Time at which the snapshot of the chain was recorded." },
  },
  {
    examples: [
      {
        symbol: "AAPL",
        expiration: "2024-01-19",
        calls: [
          {
            strike: 110,
            last_price: 2.97,
            bid: 2.88,
            ask: 2.98,
            volume: 1281,
            open_interest: 6984,
            implied_volatility: 0.2272,
            delta: 0.494952,
            gamma: 0.051121,
            theta: -0.047634,
            vega: 0.136803,
            symbol: "AAPL240119C00110000",
          },
        ],
        puts: [
          {
            strike: 110,
            last_price: 3.4,
            bid: 3.25,
            ask: 3.4,
            volume: 945,
            open_interest: 1961,
            implied_volatility: 0.2272,
            delta: -0.504289,
            gamma: 0.051121,
            theta: -0.03793,
            vega: 0.136803,
            symbol: "AAPL240119P00110000",
          },
        ],
        timestamp: "2023-12-14T21:00:00.000Z",
      },
    ],
  },
);
export type OptionsChain = Static<typeof OptionsChain>;
