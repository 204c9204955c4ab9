import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLOSE, frame, PING, PONG, RawStream, TEXT } from "../../support/raw-stream.ts";
import { keyFor } from "../../support/served-sample.ts";
import { connected, type StreamClient } from "../../support/stream-client.ts";
import { openFloor } from "../../support/trading-floor.ts";

const { server } = await openFloor({ stream: { messagesPerSecond: 1000 } });
await server.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.server.address() as AddressInfo;

/** Somebody else, whom nothing of this may reach. */
let bystander: StreamClient;
beforeAll(async () => {
  bystander = await connected(server, { headers: keyFor(server) });
});
afterAll(() => server.close());

const open = (): Promise<RawStream> => RawStream.open(port, keyFor(server).authorization);
const LIST = JSON.stringify({ action: "list", id: "mine" });
const isAnswer = ({ opcode, payload }: { opcode: number; payload: Buffer }): boolean =>
  opcode === TEXT && JSON.parse(payload.toString()).id === "mine";

describe("a message is taken however its bytes come", () => {
  const bytes = Buffer.from(LIST);
  test.each<[string, readonly Buffer[]]>([
    ["byte by byte", [...frame(LIST)].map((byte) => Buffer.from([byte]))],
    [
      "in three frames",
      [
        frame(bytes.subarray(0, 5), { last: false }),
        frame(bytes.subarray(5, 9), { last: false, opcode: 0 }),
        frame(bytes.subarray(9), { opcode: 0 }),
      ],
    ],
    [
      "with a ping and an empty frame between its parts",
      [
        frame(bytes.subarray(0, 5), { last: false }),
        frame("are you there", { opcode: PING }),
        frame("", { last: false, opcode: 0 }),
        frame(bytes.subarray(5), { opcode: 0 }),
      ],
    ],
    ["after a pong that nobody asked for", [frame("", { opcode: PONG }), frame(LIST)]],
    [
      "with a length in more bytes than it needs",
      [Buffer.concat([Buffer.from([0x81, 0xfe, 0, LIST.length]), frame(LIST).subarray(2)])],
    ],
  ])("%s", async (_, parts) => {
    const stream = await open();
    for (const part of parts) {
      stream.socket.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const answer = JSON.parse((await stream.frame(isAnswer)).payload.toString());
    expect(answer).toMatchObject({ type: "subscriptions", subscriptions: [] });
    const pings = parts.filter((part) => part.length > 1 && (part[0]! & 15) === PING);
    expect(stream.frames.filter(({ opcode }) => opcode === PONG).map(({ payload }) => String(payload))).toEqual(
      pings.map(() => "are you there"),
    );
    stream.socket.write(frame(Buffer.from([0x03, 0xe8]), { opcode: CLOSE }));
    expect(await stream.closeCode()).toBe(1000);
  });
});

describe("what no client may send ends its connection by the code for it, and no other", () => {
  test.each<[string, Buffer, number]>([
    ["a frame that is not masked", frame(LIST, { masked: false }), 1002],
    ["reserved bits", frame(LIST, { reserved: 1 }), 1002],
    ["compression that was not agreed", frame(LIST, { reserved: 4 }), 1002],
    ["a kind of frame that there is not", frame(LIST, { opcode: 3 }), 1002],
    ["a part of nothing", frame(LIST, { opcode: 0 }), 1002],
    ["another message inside of one", Buffer.concat([frame("{", { last: false }), frame(LIST)]), 1002],
    ["a long ping", frame("x".repeat(126), { opcode: PING }), 1002],
    ["a ping in parts", frame("x", { opcode: PING, last: false }), 1002],
    ["a close of one byte", frame("x", { opcode: CLOSE }), 1002],
    ["a close by a code that is not sent", frame(Buffer.from([0x03, 0xed]), { opcode: CLOSE }), 1002],
    ["a close with a reason that is no text", frame(Buffer.from([0x03, 0xe8, 0xff]), { opcode: CLOSE }), 1007],
    ["text that is none", frame(Buffer.from([0x22, 0xc3, 0x28, 0x22])), 1007],
    ["bytes", frame(LIST, { opcode: 2 }), 1003],
    ["16 KiB and one", frame("x".repeat(16_385)), 1009],
    ["the promise of a terabyte", frame("x", { length: 2n ** 40n }), 1009],
    ["the promise of more than there can be", frame("x", { length: 2n ** 63n }), 1009],
    [
      "parts that together are too long",
      Buffer.concat([frame("x".repeat(10_000), { last: false }), frame("x".repeat(10_000), { opcode: 0 })]),
      1009,
    ],
  ])("%s", async (_, bytes, code) => {
    const stream = await open();
    stream.socket.write(bytes);
    expect(await stream.closeCode()).toBe(code);
    expect(await bystander.ask({ action: "list" }, "subscriptions")).toMatchObject({ type: "subscriptions" });
  });
});

test("a frame of which only the beginning comes costs nothing but its connection", async () => {
  const stream = await open();
  stream.socket.write(frame(LIST).subarray(0, 3));
  stream.socket.destroy();
  await stream.ended;
  while (server.hindcast.stream!.connections.size > 1) await new Promise((resolve) => setImmediate(resolve));
  expect(await bystander.ask({ action: "ping" }, "pong")).toMatchObject({ type: "pong" });
});
