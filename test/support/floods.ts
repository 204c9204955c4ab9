import { connect, type Socket } from "node:net";

/** Clients that send excessive requests until they are stopped. */
export interface Flood {
  stop(): void;
}

export const HISTORY = "/v2/market-data/stocks/AAPL/history?period=max&interval=1m";

function sockets(port: number, count: number, each: (socket: Socket, at: number) => void): Flood {
  const all = Array.from({ length: count }, (_, at) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.once("connect", () => each(socket, at));
    return socket;
  });
  return { stop: () => all.forEach((socket) => socket.destroy()) };
}

function get(path: string, more = ""): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
}

/** Opens eight connections, each with 65 KB of pipelined requests for the API description, which read no response. */
export function unreadDescriptions(port: number): Flood {
  const request = get("/docs/json");
  const text = request.repeat(Math.ceil(65_536 / request.length));
  return sockets(port, 8, (socket) => {
    socket.pause();
    socket.write(text);
  });
}

/** Opens two connections, each with 401 pipelined requests for all minutes of a stock, which read no response. */
export function unreadHistory(port: number, key: string): Flood {
  const text = get(HISTORY, `Authorization: Bearer ${key}\r\n`).repeat(401);
  return sockets(port, 2, (socket) => {
    socket.pause();
    socket.write(text);
  });
}

/** Sends orders whose bodies arrive at one byte a second. */
export function slowBodies(port: number, key: string, count = 500): Flood {
  const head = `POST /v2/trading/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;
  const open = new Set<Socket>();
  const flood = sockets(port, count, (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.resume();
    socket.write(head);
  });
  const timer = setInterval(() => open.forEach((socket) => socket.write(" ")), 1_000);
  return {
    stop() {
      clearInterval(timer);
      flood.stop();
    },
  };
}

/** Opens connections that send nothing. */
export function silentSockets(port: number, count: number): Flood {
  return sockets(port, count, () => {});
}

/** Opens streams from one address that never send an API key. */
export function keylessStreams(port: number, count = 200): Flood {
  const upgrade =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  return sockets(port, count, (socket) => {
    socket.resume();
    socket.write(get("/v2/stream", upgrade));
  });
}

/** Sends pipelined requests that ask for HTTP/2, and reads the responses. */
export function upgradesToHttp2(port: number, key: string): Flood {
  const h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
  const text = get("/v2/market-data/stocks/AAPL/quote", `Authorization: Bearer ${key}\r\n${h2c}`).repeat(20);
  return sockets(port, 4, (socket) => {
    socket.resume();
    socket.write(text);
  });
}

/** Sends requests without a valid API key, as a proxy forwards them for one client. */
export function badRequests(port: number, count = 400): Flood {
  const text = get(
    "/v2/market-data/stocks/AAPL/quote",
    "Authorization: Bearer none\r\nX-Forwarded-For: 192.0.2.66\r\n",
  );
  return sockets(port, 4, (socket) => {
    socket.resume();
    socket.write(text.repeat(Math.ceil(count / 4)));
  });
}
