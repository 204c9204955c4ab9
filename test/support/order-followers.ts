import { expect } from "vitest";
import { WebSocket } from "ws";

type Headers = Readonly<Record<string, string>>;
type Message = Readonly<Record<string, unknown>>;

/**
 * Stream clients that subscribe to orders, next to a client that trades. One loses its connection while a server runs and resumes: it must
 * receive every ledger sequence number, and each fill once over all servers. Another reads nothing or hangs up.
 */
export class OrderFollowers {
  readonly #random: () => number;
  readonly #problems: string[] = [];
  readonly #fills = new Set<string>();
  #sockets: WebSocket[] = [];
  #follower: WebSocket | undefined;
  /** Offset of the last received event, over all servers. */
  #offset = -1;
  /** Last ledger sequence number received from the current server. */
  #sequence: number | undefined;
  #breaks = 0;
  /** Whether the connection to the current server was lost before. */
  #broke = false;
  #awaited: { events: number; readonly resolve: () => void } | undefined;

  constructor(random: () => number) {
    this.#random = random;
  }

  /**
   * Connects to a restarted server. Resolves when the client has subscribed; the server's transcript has no events of an earlier process.
   */
  async start(address: string, headers: Headers): Promise<void> {
    this.#sequence = undefined;
    this.#broke = false;
    const follower = this.#follow(address, headers);
    const rude = this.#open(address, headers);
    rude.on("open", () => {
      rude.send(JSON.stringify({ action: "subscribe", channel: "quotes", symbols: ["AAAUSD", "BBBUSD"] }));
      if (this.#random() < 0.5) rude.pause();
      else rude.terminate();
    });
    await new Promise<void>((resolve) => {
      follower.on("close", () => resolve());
      follower.on("message", (data) => {
        if (typeOf(data as Buffer) === "subscribed") resolve();
      });
    });
  }

  /** Resolves after this many more events, the last of them on a connection that was resumed. */
  received(events: number): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { events, resolve };
    });
  }

  stop(): void {
    this.#follower = undefined;
    for (const socket of this.#sockets) socket.terminate();
    this.#sockets = [];
  }

  /** Checks that the received fills are those that the server has stored. */
  check(fills: ReadonlySet<string>): void {
    expect(this.#problems).toEqual([]);
    expect(
      [...this.#fills].filter((id) => !fills.has(id)),
      "received fills that are missing from the stored ones",
    ).toEqual([]);
    expect(this.#fills.size, "received fills").toBeGreaterThan(0);
    expect(this.#breaks, "connections that were lost and taken up again").toBeGreaterThan(0);
  }

  #open(address: string, headers: Headers): WebSocket {
    const socket = new WebSocket(`${address.replace(/^http/, "ws")}/v2/stream`, { headers });
    // A killed server breaks its connections, which is no failure of the test.
    socket.on("error", () => {});
    this.#sockets.push(socket);
    return socket;
  }

  #follow(address: string, headers: Headers, from?: number): WebSocket {
    const socket = this.#open(address, headers);
    this.#follower = socket;
    socket.on("open", () => {
      const request = { action: "subscribe", channel: "orders", snapshot: false };
      socket.send(JSON.stringify(from === undefined ? request : { ...request, from }));
    });
    socket.on("message", (data) => {
      if (socket !== this.#follower) return;
      this.#read(JSON.parse((data as Buffer).toString()) as Message);
      // The connection is lost soon, and later again. It resumes after the last event.
      if (this.#sequence === undefined || (this.#broke && this.#random() > 0.1)) return;
      this.#broke = true;
      socket.terminate();
      this.#breaks++;
      this.#follow(address, headers, this.#offset + 1);
    });
    return socket;
  }

  #read(message: Message): void {
    const { type } = message;
    if (type === "error") this.#problems.push(JSON.stringify(message));
    if (type !== "order" && type !== "entry") return;
    const offset = message["offset"] as number;
    if (offset <= this.#offset) this.#problems.push(`offset ${offset} arrived after ${this.#offset}`);
    this.#offset = offset;
    if (this.#awaited !== undefined && --this.#awaited.events <= 0 && this.#broke) this.#awaited.resolve();
    if (type === "entry") this.#enter((message["entry"] as { readonly sequence: number }).sequence);
    const fill = message["fill"] as { readonly id: string } | null | undefined;
    if (!fill) return;
    if (this.#fills.has(fill.id)) this.#problems.push(`fill ${fill.id} arrived twice`);
    this.#fills.add(fill.id);
  }

  #enter(sequence: number): void {
    if (this.#sequence !== undefined && sequence !== this.#sequence + 1)
      this.#problems.push(`after entry ${this.#sequence} comes ${sequence}`);
    this.#sequence = sequence;
  }
}

function typeOf(data: Buffer): unknown {
  return (JSON.parse(data.toString()) as Message)["type"];
}
