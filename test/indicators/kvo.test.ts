import { expect, test } from "vitest";
import { kvo } from "../../src/indicators/kvo.ts";

const high = Float64Array.of(11, 13, 12, 14, 17);
const low = Float64Array.of(9, 10, 10, 11, 14);
const close = Float64Array.of(10, 12, 11, 13, 16);
const volume = new Float64Array(5).fill(1);

test("kvo matches values computed by hand", () => {
  // High - low is 2, 3, 2, 3, 3. Summed within each trend this is 5 up, 5 down, 5 up and 8 up, where |2 * 3 / 8 - 1| = 0.25.
  // So the volume forces are 20, -20, 20 and 25.
  const { kvo: line, signal } = kvo(high, low, close, volume, 1, 2, 2);
  const slow = [0, 40 / 3, 40 / 9 + 50 / 3];
  const values = [-20, 20 - slow[1]!, 25 - slow[2]!];
  const mean = (values[0]! + values[1]!) / 2;
  expect([...line]).toEqual([NaN, NaN, ...values.map((value) => expect.closeTo(value, 10) as number)]);
  expect([...signal]).toEqual([
    NaN,
    NaN,
    NaN,
    expect.closeTo(mean, 10),
    expect.closeTo(mean + (2 / 3) * (values[2]! - mean), 10),
  ]);
});

test("kvo is 0 before the first trend and for bars without a range", () => {
  const still = new Float64Array(5).fill(0.1);
  expect(kvo(still, still, still, volume, 1, 1).kvo).toEqual(Float64Array.of(NaN, 0, 0, 0, 0));
  const rising = Float64Array.of(1, 2, 3, 4, 5);
  expect(kvo(rising, rising, rising, volume, 1, 2).kvo).toEqual(Float64Array.of(NaN, NaN, 0, 0, 0));
});

test("kvo keeps its trend if high + low + close is unchanged", () => {
  const { kvo: line } = kvo(
    Float64Array.of(11, 13, 14.5),
    Float64Array.of(9, 10, 8.5),
    Float64Array.of(10, 12, 12),
    volume.subarray(0, 3),
    1,
    2,
  );
  // High + low + close is 30, 35, 35, and high - low is 2, 3, 6. Summed in the trend this is 5 and 11, so the forces are 20 and 100 / 11.
  expect(line[2]).toBeCloseTo(100 / 11 - (20 + 100 / 11) / 2, 10);
});

test("kvo leaves out the volume force of a missing bar and of the bar after it", () => {
  const values = kvo(high, low, close.with(2, NaN), volume, 1, 1).kvo;
  expect(values).toEqual(Float64Array.of(NaN, 0, NaN, NaN, 0));
});
