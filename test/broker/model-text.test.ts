import { expect, test } from "vitest";
import { commissions } from "../../src/broker/commission/catalog.ts";
import { slippages } from "../../src/broker/models/slippage.ts";
import { offeredModels } from "../../src/broker/model.ts";
import { readModel } from "../../src/broker/model-text.ts";

const commission = (text: string) => readModel("--commission", commissions, text, "percent");
const slippage = (text: string) => readModel("--slippage", slippages, text);

test.each([
  ["0.001", { model: "percent", rate: 0.001 }],
  ["none", { model: "none" }],
  ["percent", { model: "percent", rate: 0.001 }],
  ["percent:0.002", { model: "percent", rate: 0.002 }],
  ["per-share:amount=0.01,minimum=1", { model: "per-share", amount: 0.01, minimum: 1, maximumShare: 1 }],
  ["per-share:0.01,maximumShare=0.5", { model: "per-share", amount: 0.01, minimum: 0, maximumShare: 0.5 }],
])("the option --commission accepts the text %s", (text, expected) => {
  expect(commission(text)).toEqual(expected);
});

test("the option --slippage accepts the text bps:5", () => {
  expect(slippage("bps:5")).toEqual({ model: "bps", bps: 5 });
});

test.each([
  ["-0.001", "--commission rate must be a finite number from 0 to 1, was -0.001"],
  ["percent:rate=much", '--commission rate must be a finite number from 0 to 1, was "much"'],
  ["percent:", '--commission rate must be a finite number from 0 to 1, was ""'],
  ["banana", /^--commission must be one of .*per-share.*, was "banana"$/],
  ["toString:1", /^--commission must be one of .*, was "toString"$/],
  ["percent:fee=1", '--commission percent has no parameter "fee"; it has rate'],
  ["percent:model=1", '--commission must be percent:rate=VALUE, was "percent:model=1"'],
  ["percent:1,2", '--commission must be percent:rate=VALUE, was "percent:1,2"'],
  ["percent:rate=0,rate=0", '--commission must be percent:rate=VALUE, was "percent:rate=0,rate=0"'],
  ["none:1", '--commission must be none alone, was "none:1"'],
])("the option --commission refuses the text %s", (text, message) => {
  expect(() => commission(text)).toThrow(message);
});

test("the option --slippage refuses a bare number, which could mean a share or basis points", () => {
  expect(() => slippage("5")).toThrow(`--slippage must be one of ${offeredModels(slippages).join(", ")}, was "5"`);
});
