import { describe, expect, test } from "vitest";
import { HindcastError } from "../../src/primitives/errors.ts";
import { importMarket, type ImportRequest } from "../../src/data/importing/import-market.ts";
import type { ImportReport } from "../../src/data/importing/import-report.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const table = (...times: readonly string[]): string =>
  ["time,open,high,low,close", ...times.map((time) => `${time},1,1,1,1`), ""].join("\n");

/** The refused rows of an import of files with bars of ACME, each with line, reason and message. */
async function refused(
  contents: readonly string[],
  { importer = "bars", ...request }: Partial<ImportRequest>,
): Promise<readonly (readonly [line: number | null, reason: string, message: string])[]> {
  const sources = contents.map((content, at) => ({ file: files.write(`${at}.csv`, content), symbol: "ACME" }));
  const error: unknown = await importMarket({ importer, files: sources, ...request }).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HindcastError)) throw new Error(`expected a HindcastError, got ${String(error)}`);
  const { list } = (error.details["report"] as ImportReport).refused;
  return list.map(({ line, reason, message }) => [line, reason, message.replaceAll(`${files.folder}/`, "")]);
}

describe("an imported file whose bars would overlap", () => {
  test.each([
    ["1wk", "1d", ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"]],
    ["1h", "5m", ["2024-01-02T09:30", "2024-01-02T09:35", "2024-01-02T09:40"]],
    ["90m", "1h", ["2024-01-02T09:30", "2024-01-02T10:30", "2024-01-02T11:30"]],
  ] as const)(
    "is refused if the option interval is %s and the usual step between bars is %s",
    async (interval, usual, times) => {
      expect(await refused([table(...times)], { settings: { interval } })).toEqual([
        [
          null,
          "setting_invalid",
          `interval of 0.csv must not be longer than the usual step between its bars, ${usual}, was ${interval}; a strategy can read longer bars with bars("${interval}")`,
        ],
      ]);
    },
  );

  test("is refused when the usual step between bars is not the length of any interval", async () => {
    const times = ["2024-01-02T09:30", "2024-01-02T09:30:07", "2024-01-02T09:30:14"];
    expect(await refused([table(...times)], { settings: { interval: "1m" } })).toEqual([
      [
        null,
        "bars_invalid",
        "0.csv must not overlap, but 3 bars of 1m begin from 2024-01-02T14:30:00.000Z to 2024-01-02T14:30:14.000Z",
      ],
    ]);
  });

  test("is refused with the unit in which its times are read if they are numbers", async () => {
    const overlap = [
      null,
      "bars_invalid",
      "0.csv must not overlap, but 3 bars of 1h begin from 1970-01-01T02:51:33.000Z to 1970-01-01T02:51:35.000Z; times are read as seconds since 1970 (--date-format states another format)",
    ];
    const settings = { interval: "1h" } as const;
    expect(await refused([table("10293", "10294", "10295")], { settings })).toEqual([overlap]);
    const header = "time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close";
    const rows = ["10293", "10294", "10295"].map((time) => `${time},1,1,1,1,1,1,1,1`);
    expect(await refused([`${[header, ...rows].join("\n")}\n`], { importer: "bid-ask", settings })).toEqual([overlap]);
  });

  test("is refused when the file declares an interval longer than the step between its bars", async () => {
    const data = ["2024-01-02", "2024-01-03", "2024-01-04"].map((date) => {
      return { timestamp: `${date}T05:00:00.000Z`, open: 1, high: 1, low: 1, close: 1, volume: 1, adj_close: 1 };
    });
    const answer = JSON.stringify({ symbol: "ACME", interval: "1wk", data });
    expect(await refused([answer], { importer: "history" })).toEqual([
      [
        null,
        "bars_invalid",
        "0.csv must not overlap, but 3 bars of 1wk begin from 2024-01-02T05:00:00.000Z to 2024-01-04T05:00:00.000Z",
      ],
    ]);
  });
});

test("imported bars that overlap bars of another file or of the recording are refused", async () => {
  const [monday, tuesday, wednesday] = ["2024-01-08", "2024-01-09", "2024-01-10"].map((date) => table(date)) as [
    string,
    string,
    string,
  ];
  const settings = { interval: "1wk" } as const;
  expect(await refused([monday, tuesday, wednesday], { settings })).toEqual([
    [
      null,
      "bars_invalid",
      "bars of 1wk of ACME must not overlap, but 3 bars of 1wk begin from 2024-01-08T05:00:00.000Z to 2024-01-10T05:00:00.000Z",
    ],
  ]);
  const first = { file: files.write("first.csv", monday), symbol: "ACME" };
  const { market: into } = await importMarket({ importer: "bars", files: [first], settings });
  expect(await refused([tuesday], { settings, into, mode: "append" })).toEqual([
    [
      null,
      "bars_invalid",
      "bars of 1wk of ACME must not overlap, but 2 bars of 1wk begin from 2024-01-08T05:00:00.000Z to 2024-01-09T05:00:00.000Z",
    ],
  ]);
});

test("an import with an unknown interval is refused with that interval's name", async () => {
  const settings = { interval: "1w" as "1wk" };
  expect(await refused([table("2024-01-02", "2024-01-03")], { settings })).toMatchObject([
    [null, "interval_unknown", expect.stringMatching(/^interval must be a whole number of seconds, .*, was "1w"$/)],
  ]);
});
