import type { Driver } from "./driver.ts";

/**
 * Ends the orders whose time passes before a moment, each at its own time, though it lies between two moments; with `included` also those whose time
 * is that moment, at which nothing else happens.
 */
export function endOrders(driver: Driver, moment: number, included = false): void {
  const { broker } = driver;
  for (;;) {
    const end = broker.open.nextEnd();
    if (included ? end > moment : end >= moment) return;
    if (!(end <= driver.time)) driver.time = end;
    broker.timePassed();
  }
}
