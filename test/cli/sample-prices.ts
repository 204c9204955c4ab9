/** CSV text of `days` daily bars from 2020-01-01 whose prices follow a sine wave. */
export function samplePrices(days = 120, scale = 1): string {
  const rows = Array.from({ length: days }, (_, i) => {
    const date = new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10);
    const open = scale * (100 + 20 * Math.sin(i / 9));
    const close = scale * (100 + 20 * Math.sin((i + 1) / 9));
    const cells = [open, Math.max(open, close) + 1, Math.min(open, close) - 1, close].map((price) => price.toFixed(2));
    return [date, ...cells, 1000 + i].join(",");
  });
  return `date,open,high,low,close,volume\n${rows.join("\n")}\n`;
}
