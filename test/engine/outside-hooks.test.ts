import { backtest, type BarContext, defineStrategy, marketOf, type Strategy, ta } from "hindcast";
import { describe, expect, test } from "vitest";
import { flatBars } from "../support/market.ts";

const data = marketOf({ X: flatBars([100, 100, 100]) });
/** Defines a strategy without type checks, as plain JavaScript does. */
const plain = (parts: object) => defineStrategy({ name: "plain", ...parts } as never) as unknown as Strategy;

describe("orders outside of hooks", () => {
  test("throw after the run ended, from any method", () => {
    let kept: BarContext["orders"] | undefined;
    backtest(plain({ onBar: ({ orders }: BarContext) => void (kept = orders) }), data);
    const late = kept!;
    const calls = [
      () => late.buy({ quantity: 1 }),
      () => late.sell({ quantity: 1 }),
      () => late.target({ X: 1 }),
      () => late.cancel(1),
    ];
    for (const call of calls) {
      expect(call).toThrow(
        "orders must be submitted in hooks during the run; this one was submitted after its end, for example by a timer or a promise",
      );
    }
  });

  test("throw in a promise that a hook started and that continues later", async () => {
    const failures: unknown[] = [];
    const later = async ({ orders }: BarContext) => {
      await Promise.resolve();
      orders.buy({ quantity: 1 });
    };
    const { orders } = backtest(
      plain({
        onBar: (context: BarContext) => void later(context).catch((error: unknown) => void failures.push(error)),
      }),
      data,
    );
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(orders).toEqual([]);
    expect(failures).toHaveLength(3);
    expect(failures[0]).toMatchObject({ code: "ORDER_INVALID" });
  });
});

describe("an order call with wrong options", () => {
  const giving = (call: (orders: BarContext["orders"]) => unknown) =>
    backtest(plain({ onBar: ({ orders }: BarContext) => void call(orders) }), data);

  test("throws for a misspelled option of target() or close(), and names the option", () => {
    expect(() => giving((orders) => orders.target({ X: 0.5 }, { bufer: 0.1 } as never))).toThrow(
      'target has no "bufer"; it has buffer, tag (did you mean buffer?)',
    );
    expect(() => giving((orders) => orders.close({ tagg: "a" } as never))).toThrow('close has no "tagg"; it has tag');
  });

  test("throws for a symbol in place of the options", () => {
    expect(() => giving((orders) => orders.close("X" as never))).toThrow(
      'close must be given an object with tag, was given "X"',
    );
  });
});

describe("an indicators function with an invalid return value", () => {
  test.each([undefined, null, 5])("throws for the return value of %s", (returned) => {
    const strategy = plain({ indicators: ({ close }: never) => (ta.sma(close, 2), returned) });
    expect(() => backtest(strategy, data)).toThrow(
      `indicators of plain must return an object of nodes, such as { fast: sma(close, 10) }, returned ${String(returned)}`,
    );
  });
});

test("an order is explained by its number, and any other id throws", () => {
  const result = backtest(plain({ onStart: ({ orders }: BarContext) => void orders.buy({ quantity: 1 }) }), data);
  for (const id of ["1", 0, 2, 1.5, undefined])
    expect(() => result.explain(id as number)).toThrow("order id must be from 1 to 1, was ");
});
