import { talib } from "./talib.ts";

/*
 * Calls TA-Lib's candlestick functions directly in WebAssembly. The wrapper cannot be used: it reads their integers as
 * doubles and never initializes TA-Lib, which leaves every setting at 0. This file writes the defaults of TA-Lib's
 * source into that memory.
 */
interface Module {
  readonly HEAPF64: Float64Array;
  readonly HEAP32: Int32Array;
  readonly [name: `_${string}`]: (...args: number[]) => number;
}
const module = (await talib.init()) as Module;

function call(name: string, ...args: number[]): number {
  return module[`_${name}`]!(...args);
}

/** TA-Lib's numbers for the kinds of range in a candle setting. */
const [BODY, RANGE, SHADOWS] = [0, 1, 2];

/** TA-Lib's default candle settings in their order: kind of range, number of bars, factor. */
const DEFAULTS = {
  BodyLong: [BODY, 10, 1],
  BodyVeryLong: [BODY, 10, 3],
  BodyShort: [BODY, 10, 1],
  BodyDoji: [RANGE, 10, 0.1],
  ShadowLong: [BODY, 0, 1],
  ShadowVeryLong: [BODY, 0, 2],
  ShadowShort: [SHADOWS, 10, 1],
  ShadowVeryShort: [RANGE, 10, 0.1],
  Near: [RANGE, 5, 0.2],
  Far: [RANGE, 5, 0.6],
  Equal: [RANGE, 5, 0.05],
} as const;
const DOJI = 3;

/** Bytes of a candle setting in memory: number, kind and bars of four bytes each, then the factor, aligned to eight. */
const SETTING_BYTES = 24;

writeDefaults(settingsAddress());

type Prices = Readonly<Record<"open" | "high" | "low" | "close", ArrayLike<number>>>;

/** Returns the values of a TA-Lib candlestick function, from the first bar with a value on. */
export function talibPattern(name: string, bars: Prices, ...params: number[]): number[] {
  const length = bars.close.length;
  const columns = [bars.open, bars.high, bars.low, bars.close].map((values) => {
    const address = call("malloc", 8 * length);
    module.HEAPF64.set(values, address / 8);
    return address;
  });
  const out = call("malloc", 4 * length);
  const counts = call("malloc", 8);
  const failed = call(`TA_${name}`, 0, length - 1, ...columns, ...params, counts, counts + 4, out);
  const first = module.HEAP32[counts / 4]!;
  const count = module.HEAP32[counts / 4 + 1]!;
  const values = [...module.HEAP32.subarray(out / 4, out / 4 + count)];
  for (const address of [...columns, out, counts]) call("free", address);
  if (failed !== 0 || first + count !== length) throw new Error(`${name} failed: ${failed}`);
  return values;
}

/**
 * Finds TA-Lib's candle settings in memory. CDLDOJI has its first value after as many bars as its setting says, so the
 * number that moves this first value is part of that setting.
 */
function settingsAddress(): number {
  const end = call("malloc", 1024);
  const found: number[] = [];
  for (let address = 0; address < end && address < 65_536; address += 4) {
    if (module.HEAP32[address / 4] !== 0) continue;
    module.HEAP32[address / 4] = 37;
    const counts = end + 512;
    call("TA_CDLDOJI", 0, 39, end, end, end, end, counts, counts + 4, end);
    if (module.HEAP32[counts / 4] === 37) found.push(address);
    module.HEAP32[address / 4] = 0;
  }
  call("free", end);
  if (found.length !== 1) throw new Error(`TA-Lib's settings may be at ${found.join(", ") || "no place"}`);
  return found[0]! - 8 - DOJI * SETTING_BYTES;
}

function writeDefaults(start: number): void {
  Object.values(DEFAULTS).forEach(([kind, bars, factor], setting) => {
    const address = start + setting * SETTING_BYTES;
    module.HEAP32.set([setting, kind, bars], address / 4);
    module.HEAPF64[(address + 16) / 8] = factor;
  });
}
