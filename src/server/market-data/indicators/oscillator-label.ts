/** What a value between 0 and 100 is commonly called: from `high` on overbought, down to `low` oversold. */
export function oscillatorLabel(value: number, low: number, high: number): "overbought" | "oversold" | "neutral" {
  if (value >= high) return "overbought";
  return value <= low ? "oversold" : "neutral";
}
