import { join } from "node:path";
import {
  Field,
  Float32,
  Float64,
  List,
  makeData,
  Table,
  tableToIPC,
  Utf8,
  Vector,
  vectorFromArray,
} from "apache-arrow";
import { describe, expect, test } from "vitest";
import { decodeArrow } from "../../src/data/recording/arrow-file.ts";
import { countingBars } from "./recording-market.ts";
import { BARS_FILE, recordingsByHand } from "./recordings-by-hand.ts";

const { withFile, load } = recordingsByHand();
const DAY = 86_400_000;

// Written by polars 1.44.2: columns time (0, 1, 2), close (1, null, 3) and n ("a", "b", "c"), with compression="uncompressed".
const POLARS =
  "QVJST1cxAAAEAAAA8v///xQAAAAEAAEAAAAKAAsACAAKAAQA+P///wwAAAAIAAgAAAAEAAMAAABgAAAAMAAAAAQAAACY////HAAAABAAAAAIAAAAARgAAAAAAAD8////BAAEAAEAAABuAAAAwP///xwAAAAQAAAACAAAAAEDAAAAAAAAvv///wIAAAAFAAAAY2xvc2UAAADs////MAAAACAAAAAYAAAAAQMAABAAEgAEABAAEQAIAAAADAAAAAAA+v///wIABgAGAAQABAAAAHRpbWUAAAAA//////gAAAAEAAAA7P///wABAAAAAAAAFAAAAAQAAwAMABMAEAASAAwABADm////AwAAAAAAAACUAAAAKAAAABQAAAAAAA4AGAAEAAwAEAAAABQAAQAAAAAAAAAAAAAAAAAAAAYAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAYAAAAAAAAAEAAAAAAAAAAAQAAAAAAAACAAAAAAAAAABgAAAAAAAAAwAAAAAAAAAAAAAAAAAAAAMAAAAAAAAAAMAAAAAAAAAAAAAAAAwAAAAMAAAAAAAAAAAAAAAAAAAADAAAAAAAAAAEAAAAAAAAAAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA8D8AAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD9AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA8D8AAAAAAAAAAAAAAAAAAAhAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAABhAAAAAAAAAAAAAAABAAAAYgAAAAAAAAAAAAAAAQAAAGMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD/////AAAAAAQAAADs////QAAAADgAAAAUAAAABAAAAAwAEgAQAAQACAAMAAEAAADYAAAAAAAAAAABAAAAAAAAAAEAAAAAAAAAAAAAAAAAAPj///8MAAAACAAIAAAABAADAAAAYAAAADAAAAAEAAAAmP///xwAAAAQAAAACAAAAAEYAAAAAAAA/P///wQABAABAAAAbgAAAMD///8cAAAAEAAAAAgAAAABAwAAAAAAAL7///8CAAAABQAAAGNsb3NlAAAA7P///zAAAAAgAAAAGAAAAAEDAAAQABIABAAQABEACAAAAAwAAAAAAPr///8CAAYABgAEAAQAAAB0aW1lAPkAAABBUlJPVzE=";

// Written by pyarrow 25.0.1 with compression "lz4": columns time, open, high, low, close and volume, each with 0, 1 and 2.
const LZ4 =
  "QVJST1cxAAD/////YAEAABAAAAAAAAoADAAGAAUACAAKAAAAAAEEAAwAAAAIAAgAAAAEAAgAAAAEAAAABgAAAAABAADAAAAAkAAAAGQAAAA0AAAABAAAACj///8AAAEDEAAAABgAAAAEAAAAAAAAAAYAAAB2b2x1bWUAABr///8AAAIAVP///wAAAQMQAAAAGAAAAAQAAAAAAAAABQAAAGNsb3NlAAAARv///wAAAgCA////AAABAxAAAAAUAAAABAAAAAAAAAADAAAAbG93AG7///8AAAIAqP///wAAAQMQAAAAGAAAAAQAAAAAAAAABAAAAGhpZ2gAAAAAmv///wAAAgDU////AAABAxAAAAAYAAAABAAAAAAAAAAEAAAAb3BlbgAAAADG////AAACABAAFAAIAAYABwAMAAAAEAAQAAAAAAABAxAAAAAcAAAABAAAAAAAAAAEAAAAdGltZQAABgAIAAYABgAAAAAAAgD/////iAEAABQAAAAAAAAADAAYAAYABQAIAAwADAAAAAADBAAcAAAA8AAAAAAAAAAAAAAADAAcABAABAAIAAwADAAAAOgAAAAcAAAAFAAAAAMAAAAAAAAAAAAAAAQABAAEAAAADAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACYAAAAAAAAAKAAAAAAAAAAAAAAAAAAAACgAAAAAAAAAJgAAAAAAAABQAAAAAAAAAAAAAAAAAAAAUAAAAAAAAAAmAAAAAAAAAHgAAAAAAAAAAAAAAAAAAAB4AAAAAAAAACYAAAAAAAAAoAAAAAAAAAAAAAAAAAAAAKAAAAAAAAAAJgAAAAAAAADIAAAAAAAAAAAAAAAAAAAAyAAAAAAAAAAmAAAAAAAAAAAAAAAGAAAAAwAAAAAAAAAAAAAAAAAAAAMAAAAAAAAAAAAAAAAAAAADAAAAAAAAAAAAAAAAAAAAAwAAAAAAAAAAAAAAAAAAAAMAAAAAAAAAAAAAAAAAAAADAAAAAAAAAAAAAAAAAAAAGAAAAAAAAAAEIk0YYECCDwAAABkAAQCg8D8AAAAAAAAAQAAAAAAAABgAAAAAAAAABCJNGGBAgg8AAAAZAAEAoPA/AAAAAAAAAEAAAAAAAAAYAAAAAAAAAAQiTRhgQIIPAAAAGQABAKDwPwAAAAAAAABAAAAAAAAAGAAAAAAAAAAEIk0YYECCDwAAABkAAQCg8D8AAAAAAAAAQAAAAAAAABgAAAAAAAAABCJNGGBAgg8AAAAZAAEAoPA/AAAAAAAAAEAAAAAAAAAYAAAAAAAAAAQiTRhgQIIPAAAAGQABAKDwPwAAAAAAAABAAAAAAAAA/////wAAAAAQAAAADAAUAAYACAAMABAADAAAAAAABAA0AAAAJAAAAAQAAAABAAAAcAEAAAAAAACQAQAAAAAAAPAAAAAAAAAAAAAAAAgACAAAAAQACAAAAAQAAAAGAAAAAAEAAMAAAACQAAAAZAAAADQAAAAEAAAAKP///wAAAQMQAAAAGAAAAAQAAAAAAAAABgAAAHZvbHVtZQAAGv///wAAAgBU////AAABAxAAAAAYAAAABAAAAAAAAAAFAAAAY2xvc2UAAABG////AAACAID///8AAAEDEAAAABQAAAAEAAAAAAAAAAMAAABsb3cAbv///wAAAgCo////AAABAxAAAAAYAAAABAAAAAAAAAAEAAAAaGlnaAAAAACa////AAACANT///8AAAEDEAAAABgAAAAEAAAAAAAAAAQAAABvcGVuAAAAAMb///8AAAIAEAAUAAgABgAHAAwAAAAQABAAAAAAAAEDEAAAABwAAAAEAAAAAAAAAAQAAAB0aW1lAAAGAAgABgAGAAAAAAACAIgBAABBUlJPVzE=";

describe("an Arrow or NDJSON file that another program wrote into a recording", () => {
  const columns = (change: Readonly<Record<string, Vector | undefined>> = {}): Record<string, Vector> => {
    const { time, open, high, low, close, volume } = countingBars("1d", 0, DAY, 3);
    const all = { time, open, high, low, close, volume };
    const vectors: Record<string, Vector | undefined> = Object.fromEntries(
      Object.entries(all).map(([name, data]) => [name, new Vector([makeData({ type: new Float64(), data })])]),
    );
    return Object.fromEntries(
      Object.entries({ ...vectors, ...change }).filter(([, vector]) => vector !== undefined),
    ) as Record<string, Vector>;
  };
  const file = (change: Readonly<Record<string, Vector | undefined>> = {}) =>
    tableToIPC(new Table(columns(change)), "file");
  const vector = (...values: (number | null)[]) => vectorFromArray(values, new Float64());

  test("is read if it has additional columns and several record batches", async () => {
    const whole = new Table(columns({ trades: vector(1, 2, 3) }));
    const folder = await withFile(
      tableToIPC(new Table([...whole.slice(0, 1).batches, ...whole.slice(1).batches]), "file"),
    );
    const { series } = (await load(folder)).market();
    expect(series[0]!.bars).toEqual(countingBars("1d", 0, DAY, 3));
  });

  test("is read in Arrow's file and stream formats, with a missing number and columns of other types", () => {
    const words = vectorFromArray(["a", "b", "c"], new Utf8());
    const lists = vectorFromArray([[1], [2, 3], []], new List(new Field("item", new Float64())));
    const { time, ...rest } = columns({ volume: vector(1, null, 3) });
    const all: Record<string, Vector> = {
      words,
      kinds: vectorFromArray(["x", "y", "x"]),
      lists,
      time: time!,
      ...(rest as Record<string, Vector>),
    };
    for (const format of ["file", "stream"] as const) {
      const bytes = tableToIPC(new Table(all), format);
      expect(decodeArrow("hand.arrow", bytes, ["time", "volume"]), format).toEqual({
        time: Float64Array.of(0, DAY, 2 * DAY),
        volume: Float64Array.of(1, NaN, 3),
      });
    }
  });

  test("is read if polars 1.44.2 wrote it with a text column and a missing number", () => {
    const bytes = new Uint8Array(Buffer.from(POLARS, "base64"));
    expect(decodeArrow("polars.arrow", bytes, ["time", "close"])).toEqual({
      time: Float64Array.of(0, 1, 2),
      close: Float64Array.of(1, NaN, 3),
    });
  });

  test.each<[what: string, bytes: () => Uint8Array, code: string, message: string]>([
    [
      "is not an Arrow file",
      () => Buffer.from("time,open\n1,2\n"),
      "RECORDING_INVALID",
      "must be an Arrow file without compression, cannot be read",
    ],
    ["is compressed", () => Buffer.from(LZ4, "base64"), "RECORDING_INVALID", "cannot be read: the file is compressed"],
    ["is empty", () => new Uint8Array(0), "RECORDING_INVALID", "must"],
    ["ends early", () => file().subarray(0, 900), "RECORDING_INVALID", "must"],
    [
      "lacks a column",
      () => file({ volume: undefined }),
      "RECORDING_INVALID",
      "must have a column volume, has time, open, high, low, close",
    ],
    [
      "has numbers of 32 bits",
      () => file({ close: vectorFromArray([1, 2, 3], new Float32()) }),
      "RECORDING_INVALID",
      "must have numbers of 64 bits (float64) in column close, has Float32",
    ],
    [
      "has text instead of numbers",
      () => file({ close: vectorFromArray(["1", "2", "3"]) }),
      "RECORDING_INVALID",
      "must have numbers of 64 bits (float64) in column close",
    ],
    [
      "has fewer rows than the manifest says",
      () => tableToIPC(new Table(columns()).slice(0, 2), "file"),
      "RECORDING_INVALID",
      "must have rows 3, as the manifest says, has 2",
    ],
    [
      "has another first time",
      () => file({ time: vector(-1, DAY, 2 * DAY) }),
      "RECORDING_INVALID",
      "must have first 0, as the manifest says, has -1",
    ],
    [
      "lacks a price",
      () => file({ close: vector(1, null, 3) }),
      "BARS_INVALID",
      "bar 1: close must be a finite number, was NaN",
    ],
    [
      "has bars out of order",
      () => file({ time: vector(0, 3 * DAY, 2 * DAY) }),
      "BARS_INVALID",
      "bar 2: time must be after that of the previous bar",
    ],
    [
      "has a high below its close",
      () => file({ high: vector(1, 1, 3) }),
      "BARS_INVALID",
      "bar 1: low must not be above high",
    ],
  ])("is refused if it %s", async (_, bytes, code, message) => {
    const folder = await withFile(bytes());
    await expect(load(folder)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
      details: { file: join(folder, BARS_FILE) },
    });
  });

  const action = { symbol: "AAA", kind: "split", exDate: 1, ratio: 2, cash: 0, currency: "USD" };
  test.each<[what: string, line: string, message: string]>([
    [
      "of an unknown instrument",
      JSON.stringify({ ...action, symbol: "ZZZ" }),
      'must have only actions of recorded instruments, but has one of "ZZZ"',
    ],
    ["that is not JSON", "{", "line 1: must be a JSON object"],
    [
      "without a member",
      JSON.stringify({ ...action, cash: undefined }),
      "must have a number of at least 0 in line 1.cash, was undefined",
    ],
    [
      "of an unknown kind",
      JSON.stringify({ ...action, kind: "gift" }),
      'must have one of split, dividend, delisting in line 1.kind, was "gift"',
    ],
    [
      "of a split with a ratio of 0",
      JSON.stringify({ ...action, ratio: 0 }),
      "must have a number above 0 in line 1.ratio, was 0",
    ],
    ["of a split with cash", JSON.stringify({ ...action, cash: 1 }), "must have 0 for a split in line 1.cash, was 1"],
    [
      "of a dividend with a ratio",
      JSON.stringify({ ...action, kind: "dividend" }),
      "must have 1 for a dividend in line 1.ratio, was 2",
    ],
    [
      "of a delisting at a negative price",
      JSON.stringify({ ...action, kind: "delisting", ratio: 1, price: -1 }),
      "must have a number of at least 0 in line 1.price, was -1",
    ],
    ["of a split with a price", JSON.stringify({ ...action, price: 1 }), "must not have a field line 1.price"],
    [
      "of a fractional day",
      JSON.stringify({ ...action, exDate: 0.5 }),
      "must have a whole number of days since 1970-01-01 in line 1.exDate, was 0.5",
    ],
  ])("is refused if a line of corporate actions is %s", async (_, line, message) => {
    const folder = await withFile(Buffer.from(`${line}\n`), "actions.ndjson");
    await expect(load(folder)).rejects.toMatchObject({
      code: "RECORDING_INVALID",
      message: expect.stringContaining(message),
    });
  });
});
