import type { MarketData, Side } from "hindcast";
import type { Command } from "../support/arbitrary-orders.ts";
import { when } from "../support/market.ts";
import { meeting, type Meeting, type ReferenceMarket, type ReferenceOrder } from "./reference-meeting.ts";

// Reference implementation of the broker's rules, written for clarity: it searches lists, and uses no caches or reused
// objects. It supports whole units, a multiplier of 1, percent commissions, money in whole cents and prices above 0.

const DAY = 86_400_000;
const cents = (money: number) => Math.floor(money * 100 * (1 + 1e-14) + 0.5);

/** Runs a list of commands. Returns fills, final orders and cash in cents. */
export function referenceRun(
  data: MarketData,
  commands: readonly Command[],
  priceStep: number,
  startCash: number,
  rate: number,
) {
  const markets = data.series
    .map(({ instrument, bars }): ReferenceMarket => ({
      symbol: instrument.symbol,
      bars: Array.from(bars.time, (time, i) => [time, bars.open[i]!, bars.high[i]!, bars.low[i]!, bars.close[i]!]),
      length: bars.interval === "1d" ? DAY : DAY / 24,
      closed: -1,
      opened: -1,
      inSession: false,
      held: 0,
    }))
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const orders: ReferenceOrder[] = [];
  const fills: string[] = [];
  let cash = cents(startCash);
  let moment = 0;
  let now = 0;

  const closeOf = ({ bars, length }: ReferenceMarket, i: number) => bars[i]![0]! + length;
  const sessionEnd = (market: ReferenceMarket, i: number) =>
    market.length === DAY ? closeOf(market, i) : Math.floor(market.bars[i]![0]! / DAY) * DAY + DAY;
  const last = ({ bars, closed, opened }: ReferenceMarket) => (opened > closed ? bars[opened]![1]! : bars[closed]?.[4]);
  const cost = (quantity: number, price: number) => cents(quantity * price) + cents(quantity * price * rate);
  const live = (order: ReferenceOrder) => order.status === "accepted" || order.status === "new";
  const end = (order: ReferenceOrder, status: ReferenceOrder["status"], reason: string) =>
    Object.assign(order, { status, reason });

  function fill(order: ReferenceOrder, price: number, ambiguous: boolean): void {
    const { market, side } = order;
    let quantity = order.quantity;
    if (side === "sell") quantity = Math.min(quantity, market.held);
    else while (quantity > 0 && cost(quantity, price) > cash) quantity--;
    if (quantity > 0) {
      const commission = cents(quantity * price * rate);
      cash += (side === "buy" ? -1 : 1) * cents(quantity * price) - commission;
      market.held += side === "buy" ? quantity : -quantity;
      order.filled = quantity;
      const words = `${when(now)} ${side} ${quantity} ${market.symbol} at ${price}`;
      fills.push(
        `${words}${commission > 0 ? `, commission ${commission / 100}` : ""}${ambiguous ? ", ambiguous" : ""}`,
      );
    }
    if (quantity === order.quantity) end(order, "filled", "");
    else end(order, "canceled", side === "buy" ? "insufficient_funds" : "insufficient_position");
  }

  function buyingPower(): number {
    let power = cash;
    const unsold = new Map(markets.map((market) => [market, market.held]));
    for (const order of orders.filter(live)) {
      const { market, side, quantity } = order;
      if (side === "buy") power -= cost(quantity, dearest(order));
      else if (order.type === "market") {
        const part = Math.min(quantity, unsold.get(market)!);
        unsold.set(market, unsold.get(market)! - part);
        power += cents(part * last(market)!) - cents(part * last(market)! * rate);
      }
    }
    return power;
  }

  /**
   * Highest price that a unit may cost: the limit, or a stop price above the last price that is not triggered, or the
   * last price.
   */
  function dearest({
    market,
    limit,
    stop,
    triggered,
  }: Pick<ReferenceOrder, "market" | "limit" | "stop" | "triggered">) {
    if (limit !== undefined) return limit;
    return stop === undefined || triggered ? last(market)! : Math.max(stop, last(market)!);
  }

  function begin(order: ReferenceOrder): void {
    order.status = "new";
    if (order.market.opened > order.market.closed) order.inside = order.market.opened;
  }

  function submit(
    market: ReferenceMarket,
    side: Side,
    quantity: number,
    limit: number | undefined,
    stop: number | undefined,
    gtc: boolean,
  ): void {
    const type =
      stop === undefined ? (limit === undefined ? "market" : "limit") : limit === undefined ? "stop" : "stop_limit";
    const price = last(market);
    const refusal =
      price === undefined
        ? "no_price"
        : side === "sell"
          ? quantity > market.held || market.held === 0
            ? "insufficient_position"
            : ""
          : cost(quantity, dearest({ market, limit, stop, triggered: false })) > buyingPower()
            ? "insufficient_funds"
            : "";
    const order: ReferenceOrder = {
      id: orders.length + 1,
      market,
      side,
      type,
      quantity: refusal === "no_price" ? 0 : quantity,
      limit,
      stop,
      gtc,
      status: "accepted",
      reason: "",
      filled: 0,
      triggered: false,
      inside: undefined,
    };
    orders.push(order);
    if (refusal !== "") end(order, "rejected", refusal);
    else if (market.inSession) begin(order);
  }

  /** Actions of a command, computed from what the strategy can see and executed after all hooks. */
  function obey(command: Command): (() => void)[] {
    const market = markets[command.symbol % markets.length]!;
    const close = market.bars[market.closed]?.[4] ?? 100;
    const at = (steps: number) => Math.max(0.5, close + steps * priceStep);
    const { held } = market;
    const cancel = (order: ReferenceOrder | undefined) => () =>
      void (order !== undefined && live(order) && end(order, "canceled", "requested"));
    switch (command.verb) {
      case "cancel":
        return [() => cancel(orders[command.amount - 1])()];
      case "cancelAll":
        return [
          () => {
            for (const order of orders) if (order.market === market && live(order)) end(order, "canceled", "requested");
          },
        ];
      case "close":
        if (held === 0) return [];
        return [
          () => {
            for (const order of orders)
              if (order.market === market && order.side === "sell" && live(order))
                end(order, "canceled", "position_closed");
            submit(market, "sell", held, undefined, undefined, true);
          },
        ];
      case "protect":
        if (held === 0) return [];
        return [
          () => submit(market, "sell", held, at(1 + (command.amount % 3)), undefined, true),
          () => submit(market, "sell", held, undefined, at(-1 - (command.amount % 2)), true),
        ];
      case "buy":
      case "sell": {
        const quantity = command.size === "held" && held > 0 ? held : command.amount;
        const price = (steps: number | undefined) => (steps === undefined ? undefined : at(steps));
        return [
          () => submit(market, command.verb as Side, quantity, price(command.limit), price(command.stop), command.gtc),
        ];
      }
    }
  }

  const times = markets.flatMap((market) =>
    market.bars.flatMap(([start], i) => [start!, closeOf(market, i), sessionEnd(market, i)]),
  );
  for (now of [...new Set(times)].toSorted((a, b) => a - b)) {
    const closing = markets.filter((market) => market.opened > market.closed && closeOf(market, market.opened) === now);
    for (const market of closing) market.closed++;

    const met = orders
      .filter((order) => order.status === "new" && closing.includes(order.market))
      .map((order): [ReferenceOrder, Meeting | undefined] => [order, meeting(order)]);
    for (const market of new Set(met.filter(([, how]) => how !== undefined).map(([order]) => order.market))) {
      const here = met.flatMap(([order, how]) =>
        order.market === market && how !== undefined ? [{ order, how }] : [],
      );
      const meet = ({ order, how }: (typeof here)[number], both: boolean): void => {
        order.triggered ||= how.triggers;
        if (how.price !== undefined) fill(order, how.price, both && how.stage === "inside");
      };
      // Orders that fill at the open come first. The path through the bar depends on the position and the orders that
      // remain.
      for (const one of here.toSorted((a, b) => a.order.id - b.order.id))
        if (one.how.stage === "open") meet(one, false);
      const left = here.filter(({ order, how }) => how.stage !== "open" && live(order));
      const inside = left.filter(({ how }) => how.stage === "inside" && how.price !== undefined);
      const ambiguous = new Set(inside.map(({ how }) => how.heading)).size === 2;
      // If orders are reached in both directions, the price first moves toward the order that is worst for the
      // strategy.
      const rank = ({ order, how }: (typeof here)[number]) =>
        how.limit ? 0 : order.side === "sell" && market.held > 0 ? 2 : 1;
      const worst = inside.toSorted(
        (a, b) => rank(b) - rank(a) || a.how.distance - b.how.distance || a.order.id - b.order.id,
      )[0];
      const place = ({ how }: (typeof here)[number]) =>
        how.stage === "close" ? 3 : how.heading === worst?.how.heading ? 1 : 2;
      const path = left.toSorted((a, b) => {
        const apart = place(a) < 3 ? a.how.distance - b.how.distance : 0;
        return place(a) - place(b) || apart || a.order.id - b.order.id;
      });
      for (const one of path) meet(one, ambiguous);
    }

    for (const market of markets) {
      if (!market.inSession || sessionEnd(market, Math.max(market.closed, market.opened)) !== now) continue;
      market.inSession = false;
      for (const order of orders)
        if (order.market === market && order.status === "new" && order.type !== "market" && !order.gtc)
          end(order, "expired", "session_closed");
    }

    if (closing.length > 0) {
      const asked = commands.filter((command) => command.moment === moment).flatMap((command) => obey(command));
      moment++;
      for (const act of asked) act();
    }

    const opening = markets.filter((market) => market.bars[market.opened + 1]?.[0] === now);
    for (const market of opening) {
      if (!market.inSession)
        for (const order of orders) if (order.market === market && order.status === "accepted") begin(order);
      market.inSession = true;
    }
    for (const market of opening) market.opened++;
    for (const order of orders)
      if (order.type === "market" && order.status === "new" && opening.includes(order.market))
        fill(order, last(order.market)!, false);
  }
  // If an instrument's last bar is more than a long weekend before the end of the run, its orders are canceled at the
  // end.
  const lastClose = (market: ReferenceMarket) => closeOf(market, market.bars.length - 1);
  const runEnd = Math.max(...markets.map(lastClose));
  for (const order of orders)
    if (live(order) && runEnd - lastClose(order.market) > 4 * DAY) end(order, "canceled", "bars_ended");
  return {
    fills,
    cash,
    orders: orders.map(({ side, type, quantity, status, reason, filled }) => {
      const part = status === "filled" || filled === 0 ? "" : `, ${filled} filled`;
      return `${side} ${type} ${quantity}: ${status}${reason === "" ? "" : ` ${reason}`}${part}`;
    }),
  };
}
