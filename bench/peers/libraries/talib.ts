import type { BenchData } from "../../support/bench-data.ts";
import type { BatchWork, PeerColumns, Peer } from "../peer.ts";

interface TaLib {
  readonly execute: (call: object) => { readonly result: Readonly<Record<string, ArrayLike<number>>> };
}

/** Describes talib, which calls the C library TA-Lib. */
export function talib(library: unknown): Peer {
  const { execute } = library as TaLib;
  const work = (
    name: string,
    inputs: (data: BenchData) => object,
    params: object,
    ...outputs: readonly string[]
  ): BatchWork => ({
    run: (data) => execute({ name, startIdx: 0, endIdx: data.bars - 1, ...inputs(data), ...params }),
    columns: ({ result }: ReturnType<TaLib["execute"]>): PeerColumns =>
      (outputs.length === 0 ? ["outReal"] : outputs).map((output) => result[output]!),
  });
  const close = ({ closes }: BenchData) => ({ inReal: closes });
  const bars = ({ highs, lows, closes }: BenchData) => ({ high: highs, low: lows, close: closes });
  const period = (optInTimePeriod: number) => ({ optInTimePeriod });
  return {
    package: "talib",
    batch: {
      sma: work("SMA", close, period(20)),
      ema: work("EMA", close, period(20)),
      wma: work("WMA", close, period(20)),
      rsi: work("RSI", close, period(14)),
      macd: work(
        "MACD",
        close,
        { optInFastPeriod: 12, optInSlowPeriod: 26, optInSignalPeriod: 9 },
        "outMACD",
        "outMACDSignal",
        "outMACDHist",
      ),
      bollinger: work(
        "BBANDS",
        close,
        { ...period(20), optInNbDevUp: 2, optInNbDevDn: 2, optInMAType: 0 },
        "outRealUpperBand",
        "outRealMiddleBand",
        "outRealLowerBand",
      ),
      stochastic: work(
        "STOCH",
        bars,
        {
          optInFastK_Period: 14,
          optInSlowK_Period: 3,
          optInSlowK_MAType: 0,
          optInSlowD_Period: 3,
          optInSlowD_MAType: 0,
        },
        "outSlowK",
        "outSlowD",
      ),
      "fast stochastic": work(
        "STOCHF",
        bars,
        { optInFastK_Period: 14, optInFastD_Period: 3, optInFastD_MAType: 0 },
        "outFastK",
        "outFastD",
      ),
      atr: work("ATR", bars, period(14)),
      adx: work("ADX", bars, period(14)),
      cci: work("CCI", bars, period(20)),
      obv: work("OBV", ({ closes, volumes }) => ({ inReal: closes, volume: volumes }), {}),
      willr: work("WILLR", bars, period(14)),
    },
    streams: {},
  };
}
