import { describe, expect, test } from "vitest";
import { indicatorDegree } from "../../src/report/indicator-degree.ts";
import { indicatorPane } from "../../src/report/symbol-payload.ts";

describe("the degree of an indicator in price: 1 if it scales with price, 0 if it does not", () => {
  test.each<[key: string, degree: number | undefined]>([
    ["close", 1],
    ["volume", 0],
    ["close@SPY", 1],
    ["close@SPY@1wk", 1],
    ["sma(close,10)#value", 1],
    ["sma(volume,10)#value", 0],
    ["rsi(close,14)#value", 0],
    ["sma(rsi(close,14)#value,3)#value", 0],
    ["rsi(sma(close,3)#value,14)#value", 0],
    ["bollinger(close,20,2)#upper", 1],
    ["macd(close,12,26,9)#macd", 1],
    ["stochastic(high,low,close,14,3,3)#k", 0],
    ["shift(close,1)", 1],
    ["shift(sma(close,10)#value,3)", 1],
    ["(high-low)", 1],
    ["(close*2)", 1],
    ["(close*-0.5)", 1],
    ["(close/1e-7)", 1],
    ["(close/sma(close,200)#value)", 0],
    ["(high*low)", 2],
    ["(close+1)", undefined],
    ["(close-volume)", undefined],
    ["log(close)", undefined],
    ["unheard(close,3)#value", undefined],
    ["toString(close)#value", undefined],
    ["sma(close,10)#other", undefined],
    ["close@BRK-B", undefined],
    ["column:mood", 0],
    ['column:"net (flow), #1"@SPY@1wk', 0],
    ['sma(column:"net-flow \\"a\\"",10)#value', 0],
    ["(close/column:supply)", 1],
    ["sma(close,10", undefined],
    ["", 0],
    ["(((", undefined],
  ])("for %s is %s", (key, degree) => {
    expect(indicatorDegree(key)).toBe(degree);
  });
});

describe("the chart pane", () => {
  const bars = { low: Float64Array.of(48, 49, 50, 51), high: Float64Array.of(52, 53, 54, 55) };

  test("for a moving average is that of the prices, even before the average has a value", () => {
    expect(indicatorPane("sma(close,2)#value", Float64Array.of(NaN, 50, 51, 52), bars)).toBe("price");
    expect(indicatorPane("sma(close,9)#value", new Float64Array(4).fill(NaN), bars)).toBe("price");
  });

  test("for an oscillator is a separate one, even if its values are near the prices", () => {
    expect(indicatorPane("rsi(close,14)#value", Float64Array.of(50, 50, 50, 50), bars)).toBe("own");
  });

  test("for an own column is a separate one, even if its values are near the prices", () => {
    expect(indicatorPane("column:mood", Float64Array.of(50, 50, 50, 50), bars)).toBe("own");
  });

  test("for an indicator in units of price is a separate one if its values are far from the prices", () => {
    expect(indicatorPane("macd(close,12,26,9)#macd", Float64Array.of(1, -1, 2, 0.5), bars)).toBe("own");
  });

  test("for a user-defined indicator depends on its values", () => {
    expect(indicatorPane("mine(close)#value", Float64Array.of(50, 51, 52, 53), bars)).toBe("price");
    expect(indicatorPane("mine(close)#value", Float64Array.of(0, 1, 0, 1), bars)).toBe("own");
  });
});
