import { afterAll, describe, expect, test } from "vitest";
import { FIELD_ROWS, type FieldKind, PRICE_ROWS } from "../../src/broker/order-fields.ts";
import { OpenOrders } from "../../src/broker/open-orders.ts";
import { orderTypes } from "../../src/broker/order-types/catalog.ts";
import type { OrderType } from "../../src/broker/order-types/order-type.ts";
import { Order } from "../../src/broker/order.ts";
import { checkOrderNames, OrderDrafts } from "../../src/engine/order-request.ts";
import { type HttpFields, takeFields, writeFields } from "../../src/schemas/order-codec.ts";
import { OrderPatch, OrderBody } from "../../src/schemas/order-request.ts";
import { OrderRecord } from "../../src/schemas/order.ts";
import { openFloor } from "../support/trading-floor.ts";

const floor = await openFloor({ trading: { account: "margin" } });
afterAll(() => floor.server.close());
// Buys a position, so that the account accepts reduce-only orders.
await floor.order({ quantity: 100 });
floor.at("2024-01-08T09:31");

/** For each kind of order field, a value that differs from the default: over HTTP and in an order of the library. */
const SAMPLES: Readonly<Record<FieldKind, { readonly http: unknown; readonly live: unknown }>> = {
  price: { http: 90.5, live: 90.5 },
  share: { http: 7, live: 0.07 },
  moment: { http: "2024-01-09T15:00:00.000Z", live: Date.UTC(2024, 0, 9, 15) },
  flag: { http: true, live: true },
  life: { http: "gtd", live: "gtd" },
};

const draft = (type: OrderType = orderTypes.market): Order => new Order(undefined as never, type, { quantity: 1 });
const live = (order: Order) => FIELD_ROWS.map(({ name }) => (name === "timeInForce" ? order[name].name : order[name]));
const withAllFields = (order: Order): Order => {
  takeFields(order, Object.fromEntries(FIELD_ROWS.map(({ http, kind }) => [http, SAMPLES[kind].http])) as never);
  return order;
};

/** All combinations of fields that a request for this order type may have. */
function requests(type: OrderType): HttpFields[] {
  const taken = FIELD_ROWS.filter(({ price }) => price === undefined || type.fields[price] === "required");
  const trails = taken.filter(({ price }) => price === "trail");
  return (trails.length === 0 ? [undefined] : trails).map((one) => {
    const rows = taken.filter(({ price }) => price !== "trail").concat(one ?? []);
    return Object.fromEntries(rows.map(({ http, kind }) => [http, SAMPLES[kind].http]));
  });
}

/** Names that a call accepts, taken from its error about an unknown name. */
function knownNames(call: () => void): string[] {
  try {
    call();
  } catch (error) {
    return (error as { details: { known: string[] } }).details.known;
  }
  return [];
}

describe("every field of an order", () => {
  test("is an option of orders in a strategy", () => {
    const others = ["quantity", "percent", "notional", "risk", "stopPrice", "takeProfit", "stopLoss", "tag"];
    const known = knownNames(() => checkOrderNames({ nothing: 1 }));
    expect(known.filter((name) => !others.includes(name))).toEqual(FIELD_ROWS.map(({ requestName }) => requestName));
    const drafts = new OrderDrafts(undefined as never, new OpenOrders(), 1);
    const ofExit = knownNames(() => drafts.stopLoss(1, { nothing: 1 } as never, ""));
    expect(ofExit.toSorted()).toEqual(PRICE_ROWS.map(({ requestName }) => requestName as string).toSorted());
  });

  test("is in the HTTP schemas of requests, replacements and records", () => {
    const names = FIELD_ROWS.map(({ http }) => http);
    const changeable = FIELD_ROWS.filter(({ changes }) => changes).map(({ http }) => http);
    const others = ["symbol", "side", "type", "quantity", "sizing", "paper_trading", "client_order_id", "order_class"];
    const exits = ["take_profit", "stop_loss"];
    const otherNames = (schema: { readonly properties: object }, known: readonly string[]) =>
      Object.keys(schema.properties)
        .filter((name) => !known.includes(name))
        .toSorted();
    expect(otherNames(OrderBody, [...others, ...exits])).toEqual(names.toSorted());
    expect(otherNames(OrderPatch, others)).toEqual(changeable.toSorted());
    expect(otherNames(OrderBody.properties.stop_loss, [])).toEqual(
      PRICE_ROWS.map(({ http }) => http as string).toSorted(),
    );
    expect(Object.keys(OrderRecord.properties)).toEqual(expect.arrayContaining(names));
  });

  test("is kept by an order and its replacement, and cleared when the order's memory is reused", () => {
    const order = withAllFields(draft());
    expect(live(order)).toEqual(FIELD_ROWS.map(({ kind }) => SAMPLES[kind].live));
    const next = draft();
    next.takeTerms(order, {});
    expect(live(next)).toEqual(live(order));
    const open = new OpenOrders();
    const first = open.createOrder(undefined as never, orderTypes.market, 1, { quantity: 1 });
    const fresh = live(first);
    withAllFields(first).special = true;
    open.release(first);
    expect(live(open.createOrder(undefined as never, orderTypes.market, 1, { quantity: 1 }))).toEqual(fresh);
  });
});

test.each(
  Object.values(orderTypes).flatMap((type) => requests(type).map((fields) => [type.name, fields, type] as const)),
)(
  "the record of a %s order sent with the fields %j contains these fields, and can be sent again as a new order",
  async (name, fields, type) => {
    const { status, body } = await floor.order({ side: "sell", quantity: 1, type: name, ...fields });
    expect([status, body]).toMatchObject([201, fields]);
    const mirrored = draft(type);
    takeFields(mirrored, body);
    expect(writeFields(mirrored, type)).toEqual(fields);
  },
);
