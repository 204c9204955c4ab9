import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** When a stream connection breaks: after a number of bytes in one direction. */
export interface Cut {
  readonly way: "there" | "back";
  readonly bytes: number;
  /** Whether the connection then stays open without sending further data. */
  readonly hangs?: boolean;
}

/** Failures of a connection to a server. */
export interface Cuts {
  /**
   * Breaks of stream connections, one for each connection. If a connection ends earlier, its break applies to the next connection.
   * Connections beyond the list do not break.
   */
  readonly stream?: readonly Cut[];
  /** Whether the response to a request is lost, although the server has processed the request. */
  readonly loses?: (request: string) => boolean;
}

export interface CuttingProxy {
  readonly address: string;
  /** Number of stream connections that the proxy has broken. */
  readonly cut: number;
  readonly lost: readonly string[];
  close(): Promise<void>;
}

/** Starts a proxy that forwards all bytes to and from a server, except for the given failures. */
export async function cuttingProxy(server: string, { stream = [], loses = () => false }: Cuts): Promise<CuttingProxy> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  const lost: string[] = [];
  const left = [...stream];
  let cut = 0;
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const both = [client, upstream];
    const end = (): void => both.forEach((socket) => void socket.destroy());
    for (const socket of both) {
      sockets.add(socket);
      socket.on("error", end);
      socket.on("close", () => {
        sockets.delete(socket);
        if (place !== undefined) left.unshift(place);
        place = undefined;
        if (!hung) end();
      });
    }
    let hung = false;
    let place: Cut | undefined;
    let asked = "";
    const gone = { there: 0, back: 0 };
    const breaks = (way: Cut["way"], chunk: Buffer): boolean => {
      gone[way] += chunk.length;
      if (hung) return true;
      if (place?.way !== way || gone[way] < place.bytes) return false;
      cut++;
      hung = place.hangs === true;
      place = undefined;
      if (hung) upstream.destroy();
      else end();
      return true;
    };
    client.on("data", (chunk: Buffer) => {
      const text = chunk.toString("latin1");
      const head = /^(GET|POST|PATCH|DELETE|PUT) (\S+) HTTP/.exec(text);
      if (head !== null) asked = `${head[1]} ${head[2]}`;
      if (/^upgrade: websocket/im.test(text)) {
        place = left.shift();
        asked = "";
        gone.there = -chunk.length;
      }
      if (!breaks("there", chunk)) upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => {
      if (breaks("back", chunk)) return;
      if (asked !== "" && loses(asked)) {
        lost.push(asked);
        end();
        return;
      }
      client.write(chunk);
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    get cut() {
      return cut;
    },
    lost,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
