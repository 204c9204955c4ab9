import type { IPaneApi, Time } from "lightweight-charts";

/** Pixels between a legend and the highest point of a curve, whose line is half above it. */
const GAP = 3;
/** Of a pane's height: however long a legend is, its curves stay to be seen. */
const MOST_ABOVE = 0.5;

/** Makes the curves of a pane begin below a legend, wherever both are when it is called. */
export function belowLegend(pane: IPaneApi<Time>, legend: HTMLElement): () => void {
  // A curve does not jump under the pointer because a legend has got shorter.
  let tallest = 0;
  return () => {
    const shown = pane.getHTMLElement();
    const height = pane.getHeight();
    if (!shown || height === 0) return;
    const covered = legend.getBoundingClientRect().bottom - shown.getBoundingClientRect().top;
    tallest = Math.max(tallest, covered + GAP);
    keepFree(pane, Math.min(tallest / height, MOST_ABOVE));
  };
}

/** Leaves at least this share of a pane above its curves. */
function keepFree(pane: IPaneApi<Time>, share: number): void {
  const scale = pane.priceScale("right");
  const { top, bottom } = scale.options().scaleMargins;
  if (share > top) scale.applyOptions({ scaleMargins: { top: share, bottom } });
}
