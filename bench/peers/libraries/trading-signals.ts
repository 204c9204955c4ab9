import { fields, number, type Peer, type StreamWork } from "../peer.ts";
import type * as Signals from "trading-signals";

/** Describes trading-signals, which has only streams. */
export function tradingSignals(library: unknown): Peer {
  const { SMA, EMA, WMA, WSMA, RSI, MACD, BollingerBands, StochasticOscillator, ATR, ADX, CCI, OBV, WilliamsR } =
    library as typeof Signals;
  const close = (make: StreamWork["make"], numbers: StreamWork["numbers"] = number): StreamWork => ({
    make,
    call: "stream.update(closes[i], false)",
    numbers,
  });
  const candle = (make: StreamWork["make"], numbers: StreamWork["numbers"] = number): StreamWork => ({
    make,
    call: "stream.update(candles[i], false)",
    numbers,
  });
  return {
    package: "trading-signals",
    batch: {},
    streams: {
      sma: close(() => new SMA(20)),
      ema: close(() => new EMA(20)),
      wma: close(() => new WMA(20)),
      rsi: close(() => new RSI(14, WSMA)),
      macd: close(() => new MACD(new EMA(12), new EMA(26), new EMA(9)), fields("macd", "signal", "histogram")),
      bollinger: close(() => new BollingerBands(20, 2), fields("upper", "middle", "lower")),
      stochastic: candle(
        () => new StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 }),
        fields("stochK", "stochD"),
      ),
      "fast stochastic": candle(
        () => new StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 1, dPeriod: 3 }),
        fields("stochK", "stochD"),
      ),
      atr: candle(() => new ATR(14, WSMA)),
      adx: candle(() => new ADX(14, WSMA)),
      cci: candle(() => new CCI(20)),
      obv: { ...candle(() => new OBV(2)), differs: "the library starts at 0, not at the first volume" },
      willr: candle(() => new WilliamsR(14)),
    },
  };
}
