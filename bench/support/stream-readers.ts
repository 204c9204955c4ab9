import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(import.meta.url);

/** Opens `clients` connections to the stream in a separate process, which reads and discards everything. The last client reads nothing. */
export async function openReaders(port: number, key: string, clients: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...process.execArgv, HERE, String(port), key, String(clients)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

async function readAll(port: number, key: string, clients: number): Promise<void> {
  const head = [
    "GET /v2/stream HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${key}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  ];
  for (let i = 0; i < clients; i++) {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${head.join("\r\n")}\r\n\r\n`));
    await once(socket, "data");
    socket.on("error", () => {});
    if (i < clients - 1) socket.on("data", () => {});
    else socket.pause();
  }
  process.stdout.write("open\n");
}

if (process.argv[1] === HERE) await readAll(Number(process.argv[2]), process.argv[3]!, Number(process.argv[4]));
