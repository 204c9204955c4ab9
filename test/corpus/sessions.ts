import { coins, COINS_START } from "../support/coins.ts";
import { seededRandom } from "../support/series.ts";
import type { Floor } from "../support/trading-floor.ts";
import type { Projection } from "./projection.ts";

const MINUTE = 60_000;
const MOMENTS = 40;
const SYMBOLS = ["AAAUSD", "BBBUSD"] as const;

/** Fields of an answer in the order of their positions in an outcome, by their names in the API description. */
const ORDER = [
  "symbol",
  "side",
  "type",
  "time_in_force",
  "quantity",
  "filled_quantity",
  "remaining_quantity",
  "filled_avg_price",
  "limit_price",
  "stop_price",
  "trail_amount",
  "status",
  "created_at",
  "submitted_at",
  "filled_at",
  "canceled_at",
] as const;
const FILL = ["symbol", "side", "quantity", "price", "commission", "timestamp"] as const;
const POSITION = ["symbol", "quantity", "avg_entry_price", "market_value", "unrealized_pl"] as const;
const ACCOUNT = ["cash", "equity", "buying_power", "long_market_value", "short_market_value"] as const;

/**
 * Sends random requests of a client in its own session, minute by minute. Returns the status of each answer and, at the
 * end, all stored records.
 */
export async function transcriptOf(server: Floor, seed: number): Promise<Projection> {
  const random = seededRandom(seed);
  const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const account = pick("cash" as const, "margin" as const);
  const floor = server.openSession(coins(60 + MOMENTS + 20, seed), {
    id: `corpus-${seed}`,
    start: COINS_START,
    settings: { account, ...(random() < 0.5 && { commission: { model: "percent", rate: 0.001 } }) },
  });
  const lines: (number | string)[][] = [];
  const ids: string[] = [];
  for (let moment = 1; moment <= MOMENTS; moment++) {
    floor.session.advance(COINS_START + moment * MINUTE, pick(5, 7));
    for (let count = Math.floor(random() * 3); count > 0; count--) {
      const id = ids[Math.floor(random() * ids.length)];
      const verb = pick("order", "order", "order", "bracket", "cancel", "replace", "close");
      const answer =
        verb === "close"
          ? await floor.ask("DELETE", `/positions/${pick(...SYMBOLS)}`)
          : verb === "cancel"
            ? await floor.ask("DELETE", `/orders/${id}`)
            : verb === "replace"
              ? await floor.ask("PATCH", `/orders/${id}`, { quantity: pick(1, 3, 30) })
              : await floor.order(requestOf(verb === "bracket", random));
      if (answer.status === 201) ids.push(answer.body.id as string);
      lines.push([moment, verb, answer.status, (answer.body?.error?.code as string | undefined) ?? ""]);
    }
    if (moment % 10 === 0) lines.push(valuesOf(await floor.account(), ACCOUNT));
  }
  floor.session.advance(COINS_START + 10 * 60 * MINUTE);
  const { orders } = (await floor.get("/orders?limit=1000&direction=asc&status=all")).body;
  const { fills } = (await floor.get("/fills?limit=1000&direction=asc")).body;
  const { positions } = (await floor.get("/positions")).body;
  lines.push(...orders.map((one: object) => valuesOf(one, ORDER)));
  lines.push(...fills.map((one: object) => valuesOf(one, FILL)));
  lines.push(...positions.map((one: object) => valuesOf(one, POSITION)));
  lines.push(valuesOf(await floor.account(), ACCOUNT));
  floor.session.close();
  return lines;
}

function valuesOf(answer: object, members: readonly string[]): (number | string)[] {
  return members.map((member) => ((answer as Record<string, unknown>)[member] ?? "") as number | string);
}

function requestOf(bracket: boolean, random: () => number): Readonly<Record<string, unknown>> {
  const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const type = bracket ? pick("market", "limit") : pick("market", "limit", "stop", "stop_limit", "trailing_stop");
  const side = pick("buy", "buy", "sell");
  const price = 100 + Math.floor(random() * 17 - 8) / 4;
  const away = side === "buy" ? 3 : -3;
  return {
    symbol: pick(...SYMBOLS),
    side,
    type,
    time_in_force: pick("day", "gtc", "ioc", "fok"),
    quantity: pick(1, 5, 20, 0.25, 300, 900),
    ...{
      market: {},
      limit: { limit_price: price },
      stop: { stop_price: price },
      stop_limit: { stop_price: price, limit_price: price + 0.1 },
      trailing_stop: { trail_amount: 0.5 },
    }[type],
    ...(bracket && {
      order_class: "bracket",
      take_profit: { limit_price: price + away },
      stop_loss: { stop_price: price - away },
    }),
  };
}
