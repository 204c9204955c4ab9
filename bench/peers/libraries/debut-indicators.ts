import { fields, number, type Peer, type StreamWork } from "../peer.ts";

type Make = new (...params: (number | string)[]) => object;

/** Describes @debut/indicators, which has only streams. */
export function debutIndicators(library: unknown): Peer {
  const { SMA, EMA, RSI, MACD, BollingerBands, Stochastic, ATR, ADX, CCI } = library as {
    readonly [Name in "SMA" | "EMA" | "RSI" | "MACD" | "BollingerBands" | "Stochastic" | "ATR" | "ADX" | "CCI"]: Make;
  };
  const close = (make: StreamWork["make"], numbers: StreamWork["numbers"] = number): StreamWork => ({
    make,
    call: "stream.nextValue(closes[i])",
    numbers,
  });
  const bar = (make: StreamWork["make"], numbers: StreamWork["numbers"] = number): StreamWork => ({
    make,
    call: "stream.nextValue(highs[i], lows[i], closes[i])",
    numbers,
  });
  return {
    package: "@debut/indicators",
    batch: {},
    streams: {
      sma: close(() => new SMA(20)),
      ema: close(() => new EMA(20)),
      rsi: close(() => new RSI(14)),
      macd: close(() => new MACD(12, 26, 9), fields("macd", "signal", "histogram")),
      bollinger: close(() => new BollingerBands(20, 2), fields("upper", "middle", "lower")),
      "fast stochastic": bar(() => new Stochastic(14, 3), fields("k", "d")),
      atr: bar(() => new ATR(14, "RMA")),
      adx: bar(() => new ADX(14), fields("adx")),
      cci: bar(() => new CCI(20)),
    },
  };
}
