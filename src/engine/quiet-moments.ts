import { equityOf } from "../broker/equity.ts";
import type { MomentBlock } from "../market/timeline.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { Driver } from "./driver.ts";
import type { Moment } from "./moment.ts";

/** Memory brings a column in lines of eight numbers. */
const LINE = 8;
/**
 * Orders are few and fill at opens, of which nothing else reads: each would wait for memory, a tenth of the time of a run. So one open of each line
 * is read in passing, and what was read is left here, or it would not be.
 */
const TOUCHED = new Float64Array(1);

/**
 * Moments of one shape at which no order rests, or what rests only waits for a price that the bar does not reach, and no hook asks for anything:
 * most of most runs. Of the driver's phases they have the closes, the hooks with the record of equity, and the opens; what is held stays as it
 * is, so that it is looked up once.
 *
 * Returns the place of the first that is none of them. Where a hook asked for something, the bars of that moment have closed, its hooks have
 * been called, and the rest of its phases is left to the driver; else nothing of it has happened yet.
 */
export function quietMoments(
  driver: Driver,
  queue: CommandQueue,
  { time, shape }: MomentBlock,
  start: number,
  end: number,
  moment: Moment,
): number {
  const { portfolio, equity, hooks, feeds } = driver;
  const { count, above, below } = driver.broker.open;
  const { strategy, someEarly } = hooks;
  const { closing, contexts, opening } = moment;
  const { values } = equity;
  const { cash, heldCount } = portfolio;
  const alike = shape[start]!;
  // One instrument alone, as in most runs, needs neither loops over instruments nor over what is held.
  const alone = feeds.length === 1 && !someEarly;
  const feed = closing[0]!;
  const context = contexts[0]!;
  const { open, high, low, close } = feed;
  const held = alone && heldCount === 1 && !feed.restated ? portfolio.held[0]! : undefined;
  const quantity = held === undefined ? 0 : held.quantity;
  const multiplier = held === undefined ? 0 : held.multiplier;
  const opens = opening.length > 0;
  // What nobody reads before the stretch is over is counted here.
  let records = equity.length;
  let noted = cash === equity.lastCash;
  let touched = 0;
  let place = start;
  for (; place < end && shape[place] === alike; place++) {
    const next = feed.closed + 1;
    if (count > 0 && (high[next]! >= above || low[next]! <= below)) break;
    driver.time = time[place]!;
    if (alone) {
      feed.closed = next;
      strategy.onBar!(context);
    } else {
      for (let i = 0; i < closing.length; i++) closing[i]!.closed++;
      for (let i = 0; i < closing.length; i++) {
        queue.by = closing[i]!;
        if (!someEarly || !hooks.isEarly(closing[i]!)) strategy.onBar!(contexts[i]!);
      }
      queue.by = undefined;
    }
    if (queue.count > 0) break;
    if (!noted) {
      equity.noteCash(cash);
      noted = true;
    }
    // The same sum as `equityOf`: a bar that has closed is the last price.
    if (heldCount === 0) values[records++] = cash;
    else if (held === undefined) values[records++] = equityOf(portfolio, feeds);
    else values[records++] = cash + quantity * close[next]! * multiplier;
    if (alone) {
      if (opens) {
        const opened = feed.opened + 1;
        feed.opened = opened;
        if (opened % LINE === 0) touched += open[opened]!;
      }
    } else for (let i = 0; i < opening.length; i++) opening[i]!.opened++;
  }
  if (heldCount > 0) equity.inMarket += records - equity.length;
  equity.length = records;
  TOUCHED[0] = touched;
  return place;
}
