import { expect, test } from "vitest";
import { importMarket } from "../../src/data/importing/import-market.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const rows = "date,open,high,low,close,volume\n2024-01-03,50,50,50,50,9\n2024-01-04,50,50,50,50,9\n";
const DAY = 86_400_000;

test.each([
  [{ exDate: "2024-01-05", price: 0 }, { price: 0 }],
  [{ exDate: "2024-01-05" }, {}],
])("a delisting declared in the import settings is recorded and loaded: %j", async (delisted, price) => {
  const file = files.write("gone.csv", rows);
  const { market } = await importMarket({
    importer: "bars",
    files: [{ file, symbol: "GONE" }],
    settings: { delisted },
  });
  const action = { symbol: "GONE", kind: "delisting", exDate: Date.UTC(2024, 0, 5) / DAY, ratio: 1, cash: 0 };
  expect(market.actions).toEqual([{ ...action, ...price, currency: "USD" }]);
  const folder = `${file}-recording-${Object.keys(price).length}`;
  await writeRecording(folder, market);
  expect((await (await openRecording(folder)).load()).market().actions).toEqual(market.actions);
});

test("an import that declares a delisting at a negative price is refused", async () => {
  const file = files.write("gone.csv", rows);
  const settings = { delisted: { exDate: "2024-01-05", price: -1 } };
  await expect(importMarket({ importer: "bars", files: [{ file, symbol: "GONE" }], settings })).rejects.toThrow(
    HindcastError,
  );
});
