import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLOSE, frame, PING, PONG, RawStream, TEXT } from "../../support/raw-stream.ts";
import { keyFor } from "../../support/served-sample.ts";
import { connected, type StreamClient } from "../../support/stream-client.ts";
import { openFloor } from "../../support/trading-floor.ts";

const { server } = await openFloor({ stream: { messagesPerSecond: 1000 } });
await server.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.server.address() as AddressInfo;

/** Another stream client, which must not be affected. */
let bystander: StreamClient;
beforeAll(async () => {
  bystander = await connected(server, { headers: keyFor(server) });
});
afterAll(() => server.close());

const open = (): Promise<RawStream> => RawStream.open(port, keyFor(server).authorization);
const LIST = JSON.stringify({ action: "list", id: "mine" });
const isAnswer = ({ opcode, payload }: { opcode: number; payload: Buffer }): boolean =>
  opcode === TEXT && JSON.parse(payload.toString()).id === "mine";

describe("a stream message", () => {
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
    ["after an unsolicited pong", [frame("", { opcode: PONG }), frame(LIST)]],
    [
      "with a length in more bytes than necessary",
      [Buffer.concat([Buffer.from([0x81, 0xfe, 0, LIST.length]), frame(LIST).subarray(2)])],
    ],
  ])("is accepted if it arrives %s", async (_, parts) => {
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

describe("an invalid WebSocket frame", () => {
  test.each<[string, Buffer, number]>([
    ["a frame that is not masked", frame(LIST, { masked: false }), 1002],
    ["reserved bits", frame(LIST, { reserved: 1 }), 1002],
    ["compression that was not negotiated", frame(LIST, { reserved: 4 }), 1002],
    ["an unknown opcode", frame(LIST, { opcode: 3 }), 1002],
    ["a continuation without a start", frame(LIST, { opcode: 0 }), 1002],
    ["a message within a message", Buffer.concat([frame("{", { last: false }), frame(LIST)]), 1002],
    ["a long ping", frame("x".repeat(126), { opcode: PING }), 1002],
    ["a fragmented ping", frame("x", { opcode: PING, last: false }), 1002],
    ["a close of one byte", frame("x", { opcode: CLOSE }), 1002],
    ["a close with a reserved code", frame(Buffer.from([0x03, 0xed]), { opcode: CLOSE }), 1002],
    ["a close with a reason that is not UTF-8", frame(Buffer.from([0x03, 0xe8, 0xff]), { opcode: CLOSE }), 1007],
    ["text that is not UTF-8", frame(Buffer.from([0x22, 0xc3, 0x28, 0x22])), 1007],
    ["a binary message", frame(LIST, { opcode: 2 }), 1003],
    ["a message over 16 KiB", frame("x".repeat(16_385)), 1009],
    ["a declared length of one terabyte", frame("x", { length: 2n ** 40n }), 1009],
    ["a declared length beyond the maximum", frame("x", { length: 2n ** 63n }), 1009],
    [
      "fragments that together exceed 16 KiB",
      Buffer.concat([frame("x".repeat(10_000), { last: false }), frame("x".repeat(10_000), { opcode: 0 })]),
      1009,
    ],
  ])("closes only its own connection, with the right code: %s", async (_, bytes, code) => {
    const stream = await open();
    stream.socket.write(bytes);
    expect(await stream.closeCode()).toBe(code);
    expect(await bystander.ask({ action: "list" }, "subscriptions")).toMatchObject({ type: "subscriptions" });
  });
});

test("an incomplete WebSocket frame affects only its own connection", async () => {
  const stream = await open();
  stream.socket.write(frame(LIST).subarray(0, 3));
  stream.socket.destroy();
  await stream.ended;
  while (server.hindcast.stream!.connections.size > 1) await new Promise((resolve) => setImmediate(resolve));
  expect(await bystander.ask({ action: "ping" }, "pong")).toMatchObject({ type: "pong" });
});
