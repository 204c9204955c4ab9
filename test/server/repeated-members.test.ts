import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { countMembers, repeatedMember } from "../../src/server/validation/json-body.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";

const server = await servedSample();
const headers = { ...keyFor(server), "content-type": "application/json" };
afterAll(() => server.close());

async function post(url: string, payload: string) {
  const answer = await server.inject({ method: "POST", url, headers, payload });
  return { status: answer.statusCode, problems: answer.json().error?.details.errors as unknown };
}

const ORDERS = "/v2/trading/orders";
const ORDER = '"symbol":"AAPL","side":"buy","type":"limit","limit_price":1';

describe("a member repeated in a JSON body", () => {
  test.each([
    ["with two values", ORDERS, `{${ORDER},"quantity":1,"quantity":1000}`, "quantity"],
    ["with equal values", ORDERS, `{${ORDER},"quantity":1,"quantity":1}`, "quantity"],
    ["far from the first one", ORDERS, `{"quantity":1,${ORDER}, "quantity" : 2}`, "quantity"],
    ["with an escaped letter", ORDERS, `{${ORDER},"quantity":1,"qu\\u0061ntity":2}`, "quantity"],
    [
      "in a member",
      ORDERS,
      `{${ORDER},"quantity":1,"order_class":"oto","stop_loss":{"stop_price":0.5,"stop_price":0.4}}`,
      "stop_loss.stop_price",
    ],
    ["that is unknown", ORDERS, `{${ORDER},"quantity":1,"x":1,"x":1}`, "x"],
    ["within a repeated member", ORDERS, `{"x":{"a":1,"a":2},${ORDER},"x":1}`, "x.a"],
    ["with an empty name", ORDERS, `{${ORDER},"quantity":1,"":1,"":2}`, ""],
    ["in a list", "/v2/market-data/stocks/quotes", '{"symbols":["AAPL",{"a":1,"a":2}]}', "symbols.1.a"],
  ])("is refused, and the error names it: %s", async (_, url, payload, parameter) => {
    expect(await post(url, payload)).toEqual({
      status: 400,
      problems: [{ in: "body", parameter, reason: "must be given once" }],
    });
  });

  test("is refused before the request has any effect", async () => {
    const { orders } = (await server.inject({ url: `${ORDERS}?status=all`, headers })).json<{ orders: unknown[] }>();
    expect(orders).toEqual([]);
  });

  test("is not reported if the body is invalid JSON", async () => {
    expect(await post(ORDERS, `{${ORDER},"quantity":1,"quantity":2`)).toMatchObject({
      status: 400,
      problems: [{ in: "body", reason: expect.stringContaining("must be valid JSON") as string }],
    });
  });
});

describe("JSON members of the same name in different objects", () => {
  test.each([
    [
      ORDERS,
      `{${ORDER},"quantity":1,"order_class":"bracket","take_profit":{"limit_price":2},"stop_loss":{"stop_price":0.5,"limit_price":0.4}}`,
      201,
    ],
    // Texts that contain what looks like members.
    [ORDERS, String.raw`{${ORDER},"quantity":1,"client_order_id":"\",\"quantity\":2,\"{:}"}`, 201],
    ["/v2/market-data/stocks/quotes", '{"symbols":["AAPL"],"fields":["price"]}', 200],
  ])("are accepted by %s in the body %s", async (url, payload, status) => {
    expect((await post(url, payload)).status).toBe(status);
  });
});

describe("the search for repeated members in random JSON", () => {
  const names = fc.constantFrom("a", "b", "", '"', "\\", ":", "é", "__x", "a:");
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.constantFrom(1, -0.5, true, null, '{"a":1,"a":2}', '","a":"'),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(names, tie("tree"), { maxKeys: 4 }),
    ),
  }));
  const colons = (json: string): number => json.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").split(":").length - 1;

  test("counts as many members as there are colons", () => {
    fc.assert(
      fc.property(tree, fc.boolean(), (value, spaced) => {
        const json = JSON.stringify(value, undefined, spaced ? 2 : 0);
        expect(countMembers(JSON.parse(json))).toBe(colons(json));
      }),
    );
  });

  test("finds each repeated member", () => {
    fc.assert(
      fc.property(fc.dictionary(names, tree, { minKeys: 1, maxKeys: 4 }), tree, fc.nat(), (object, value, at) => {
        const entries = Object.entries(object);
        const [name] = entries[at % entries.length]!;
        const members = [...entries, [name, value] as const].map(
          ([one, memberValue]) => `${JSON.stringify(one)}: ${JSON.stringify(memberValue)}`,
        );
        expect(repeatedMember(`[0, {"in": {${members.join(",")}}}]`)).toBe(`1.in.${name}`);
      }),
    );
  });
});
