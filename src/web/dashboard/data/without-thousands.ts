/** A number as it was typed, without the commas that part its thousands. Any other comma stays, so that it is refused: 1,5 is not 15. */
export function withoutThousands(typed: string): string {
  const text = typed.trim();
  return /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text) ? text.replaceAll(",", "") : text;
}
