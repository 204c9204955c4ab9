/** Colors of the charts. They are read from the page's style, which defines the light and the dark theme in one place. */
export interface ChartColors {
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
  /** Colors of indicators, used in turn. */
  readonly indicators: readonly string[];
}

const INDICATORS = 5;

/** Reads the colors that the page's style gives an element at present. */
export function chartColors(element: Element): ChartColors {
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
