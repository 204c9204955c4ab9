import { defineStrategy, param, type Strategy } from "hindcast";
import { between, crossValidate, optimize, range, sweep, walkForward, type SweepOptions } from "hindcast/research";
import { expect, test } from "vitest";
import { walkMarket } from "./walk.ts";

const data = walkMarket(60);
const typed = defineStrategy({
  name: "typed",
  params: {
    period: param.integer({ default: 5, min: 1 }),
    width: param.number({ default: 1, min: 0 }),
    side: param.choice(["up", "down"], { default: "up" }),
  },
});
const metrics = ["total-return"];
const objective = "total-return";

test("a parameter space with unknown parameters or wrong types neither compiles nor runs", async () => {
  const unknown = 'typed has no parameter "perod"';
  // @ts-expect-error -- the parameter's name is misspelled
  await expect(sweep(typed, data, { params: { perod: [1, 2] } })).rejects.toThrow(unknown);
  // @ts-expect-error -- the parameter's name is misspelled
  await expect(optimize(typed, data, { params: { perod: [1, 2] } })).rejects.toThrow(unknown);
  // @ts-expect-error -- the parameter's name is misspelled
  await expect(walkForward(typed, data, { params: { perod: [1] }, train: 20, test: 10 })).rejects.toThrow(unknown);
  // @ts-expect-error -- the parameter's name is misspelled
  await expect(crossValidate(typed, data, { params: { perod: [1, 2] } })).rejects.toThrow(unknown);
  // @ts-expect-error -- the values must be numbers
  await expect(sweep(typed, data, { params: { period: ["3"] } })).rejects.toThrow(
    "period must be a whole number above 0",
  );
  // @ts-expect-error -- the values must be words
  await expect(sweep(typed, data, { params: { side: between(1, 2) } })).rejects.toThrow("side must be a list");
  // @ts-expect-error -- the word is not among the allowed ones
  await expect(sweep(typed, data, { params: { side: ["left"] } })).rejects.toThrow("side must be one of");
});

test("a parameter space with known parameters compiles and runs, and its constraint gets the parameters' types", async () => {
  const options: SweepOptions<typeof typed> = {
    params: { period: range(1, 4), width: 2, side: ["up", "down"] },
    constraint: ({ period, side }) => side === "up" || period > 2,
    metrics,
    objective,
  };
  expect((await sweep(typed, data, options)).length).toBe(6);
});

test("a strategy without known types compiles with any parameter space", async () => {
  const some = typed as unknown as Strategy;
  const read = JSON.parse('{ "period": [4, 5] }') as Record<string, number[]>;
  expect((await sweep(some, data, { params: read, metrics, objective })).length).toBe(2);
});
