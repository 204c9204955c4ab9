import { type Static, Type } from "typebox";
import { Timestamp } from "./fields.ts";

export const IndicatorsQuery = Type.Object(
  {
    indicators: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        "Names of indicators, separated by commas: sma, ema, rsi, macd, bollinger, stoch, or any other of the catalog.",
      examples: ["sma,rsi,macd"],
    }),
    period: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 14,
      description: "Period in bars for every indicator that has one; macd has three fixed periods.",
    }),
  },
  { additionalProperties: false },
);
export type IndicatorsQuery = Static<typeof IndicatorsQuery>;

const Label = (...labels: readonly string[]) =>
  Type.String({ description: `Label of the value: one of ${labels.join(", ")}.` });
const period = Type.Integer();
const Average = Type.Object({ value: Type.Number(), period });

const Rsi = Type.Object({
  value: Type.Number(),
  period,
  signal: Label("overbought", "oversold", "neutral"),
});

const Macd = Type.Object({
  macd: Type.Number(),
  signal: Type.Unsafe<string | number>({
    type: ["string", "number"],
    description:
      "Label of the trading signal, or the value of the signal line if the server is configured to return numbers.",
  }),
  signal_line: Type.Number(),
  signal_label: Label("bullish", "bearish", "neutral"),
  histogram: Type.Number({ description: "macd minus signal_line." }),
  fast_period: period,
  slow_period: period,
  signal_period: period,
});

const BollingerBands = Type.Object({
  upper: Type.Number(),
  middle: Type.Number(),
  lower: Type.Number(),
  period,
  std_dev: Type.Number(),
  bandwidth: Type.Number({ description: "Width of the bands as a fraction of the middle band." }),
  percent_b: Type.Number({
    description: "Position of the price between the bands: 0 at the lower band, 1 at the upper band.",
  }),
});

const Stochastic = Type.Object({
  k: Type.Number(),
  d: Type.Number(),
  period,
  smooth_k: period,
  smooth_d: period,
  signal: Label("overbought", "oversold", "neutral"),
});

/** Any other indicator of the catalog: its outputs by name, null for a missing value, and its parameters. */
const CatalogIndicator = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: "object",
  additionalProperties: true,
  description: "Outputs of the indicator by name, null for a missing value, and its parameters in params.",
});

export const Indicators = Type.Object(
  {
    symbol: Type.String(),
    indicators: Type.Object(
      {
        sma: Type.Optional(Average),
        ema: Type.Optional(Average),
        rsi: Type.Optional(Rsi),
        macd: Type.Optional(Macd),
        bollinger: Type.Optional(BollingerBands),
        stoch: Type.Optional(Stochastic),
      },
      {
        additionalProperties: CatalogIndicator,
        description: "Values of indicators by name, computed from completed and adjusted daily bars.",
      },
    ),
    timestamp: { ...Timestamp, description: "Time of the response." },
  },
  {
    examples: [
      {
        symbol: "AAPL",
        indicators: {
          sma: { value: 108.3564286, period: 14 },
          ema: { value: 109.3002606, period: 14 },
          rsi: { value: 43.87243078, period: 14, signal: "neutral" },
          macd: {
            macd: -2.175477146,
            signal: "bullish",
            signal_line: -2.279645554,
            signal_label: "bullish",
            histogram: 0.104168408,
            fast_period: 12,
            slow_period: 26,
            signal_period: 9,
          },
          bollinger: {
            upper: 110.9405958,
            middle: 108.3564286,
            lower: 105.7722613,
            period: 14,
            std_dev: 2,
            bandwidth: 0.04769753471,
            percent_b: 0.678698075,
          },
          stoch: { k: 38.83691274, d: 30.72619808, period: 14, smooth_k: 3, smooth_d: 3, signal: "neutral" },
        },
        timestamp: "2023-12-15T17:00:00.000Z",
      },
    ],
  },
);
export type Indicators = Static<typeof Indicators>;
