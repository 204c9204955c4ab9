/** Colours of the charts, from the page's style, so that light and dark are defined once. */
export interface ChartColours {
  readonly background: string;
  readonly text: string;
  readonly line: string;
  readonly grid: string;
  readonly muted: string;
  readonly price: string;
  readonly gain: string;
  readonly loss: string;
  readonly lossFill: string;
  readonly strategy: string;
  readonly volume: string;
  readonly band: string;
  /** One after the other for indicators, then from the start again. */
  readonly indicators: readonly string[];
}

const INDICATORS = 5;

/** Reads the colours that hold for `element` now. */
export function chartColours(element: Element): ChartColours {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    background: read("panel"),
    text: read("muted"),
    line: read("rule"),
    grid: read("grid"),
    muted: read("held"),
    price: read("ink"),
    gain: read("gain"),
    loss: read("loss"),
    lossFill: read("loss-fill"),
    strategy: read("strategy"),
    volume: read("volume"),
    band: read("band"),
    indicators: Array.from({ length: INDICATORS }, (_, i) => read(`indicator-${i + 1}`)),
  };
}
