import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A WebSocket frame that was received: its opcode and payload. */
export interface RawFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

export const TEXT = 1;
export const CLOSE = 8;
export const PING = 9;
export const PONG = 10;

export interface FrameOptions {
  readonly opcode?: number;
  readonly last?: boolean;
  readonly masked?: boolean;
  /** Value of the three reserved bits in the frame's header. */
  readonly reserved?: number;
  /** Length that the frame's header states; the real one by default. */
  readonly length?: number | bigint;
}

/** Returns the bytes of a WebSocket frame, valid or invalid as the options say (RFC 6455, 5.2). */
export function frame(content: string | Buffer, options: FrameOptions = {}): Buffer {
  const { opcode = TEXT, last = true, masked = true, reserved = 0, length } = options;
  const payload = Buffer.from(content);
  const payloadLength = BigInt(length ?? payload.length);
  const flags = (last ? 0x80 : 0) | (reserved << 4) | opcode;
  const mask = Buffer.from([1, 2, 3, 4]);
  const bit = masked ? 0x80 : 0;
  const head = Buffer.alloc(payloadLength < 126n ? 2 : payloadLength < 65_536n ? 4 : 10);
  head[0] = flags;
  if (payloadLength < 126n) head[1] = bit | Number(payloadLength);
  else if (payloadLength < 65_536n) {
    head[1] = bit | 126;
    head.writeUInt16BE(Number(payloadLength), 2);
  } else {
    head[1] = bit | 127;
    head.writeBigUInt64BE(payloadLength, 2);
  }
  if (!masked) return Buffer.concat([head, payload]);
  return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4]!)]);
}

/** Stream client that writes arbitrary bytes. */
export class RawStream {
  readonly socket: Socket;
  readonly frames: RawFrame[] = [];
  readonly ended: Promise<void>;
  #rest = Buffer.alloc(0);
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => {});
    socket.on("data", (bytes: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, bytes]);
      this.#read();
      this.#wake();
    });
    this.ended = new Promise((resolve) => {
      socket.once("close", () => {
        resolve();
        this.#wake();
      });
    });
  }

  static async open(port: number, authorization: string): Promise<RawStream> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const lines = [
      "GET /v2/stream HTTP/1.1",
      "Host: localhost",
      `Authorization: ${authorization}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    let head = Buffer.alloc(0);
    while (head.indexOf("\r\n\r\n") < 0) head = Buffer.concat([head, (await once(socket, "data"))[0] as Buffer]);
    const stream = new RawStream(socket);
    socket.emit("data", head.subarray(head.indexOf("\r\n\r\n") + 4));
    return stream;
  }

  /** Returns the first frame that matches, whether it has already arrived or arrives later. */
  async frame(wanted: (frame: RawFrame) => boolean): Promise<RawFrame> {
    for (;;) {
      const found = this.frames.find(wanted);
      if (found !== undefined) return found;
      if (this.socket.destroyed) throw new Error("the connection ended before");
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Returns the code with which the server closes the connection. */
  async closeCode(): Promise<number> {
    const { payload } = await this.frame(({ opcode }) => opcode === CLOSE);
    this.socket.end();
    await this.ended;
    return payload.readUInt16BE(0);
  }

  #read(): void {
    for (;;) {
      const bytes = this.#rest;
      if (bytes.length < 2) return;
      const short = bytes[1]! & 0x7f;
      const start = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length < start) return;
      const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
      if (bytes.length < start + length) return;
      this.frames.push({ opcode: bytes[0]! & 15, payload: bytes.subarray(start, start + length) });
      this.#rest = bytes.subarray(start + length);
    }
  }
}
