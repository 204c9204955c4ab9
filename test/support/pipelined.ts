import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** One of several responses on a connection. */
export interface PipelinedAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A connection on which requests are written without waiting for responses. */
export interface PipelinedConnection {
  readonly socket: Socket;
  /** Reads until this many responses have arrived, or until the connection ends. */
  answers(count?: number): Promise<readonly PipelinedAnswer[]>;
}

/** Opens a connection that reads nothing before `answers` is called. */
export async function pipelined(port: number): Promise<PipelinedConnection> {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("latin1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.pause();
  return {
    socket,
    answers: (count = Infinity) =>
      new Promise((resolve) => {
        const found: PipelinedAnswer[] = [];
        let rest = "";
        const done = (): void => {
          socket.removeAllListeners("data");
          socket.off("close", done);
          resolve(found);
        };
        socket.on("data", (chunk: string) => {
          rest += chunk;
          for (let end = endOf(rest); end !== undefined; end = endOf(rest)) {
            found.push(parsed(rest.slice(0, end)));
            rest = rest.slice(end);
          }
          if (found.length >= count) done();
        });
        socket.once("close", done);
        socket.resume();
      }),
  };
}

/** Returns where the first response in a text ends; undefined while the response is incomplete. */
function endOf(text: string): number | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return text.length < end ? undefined : end;
}

function parsed(text: string): PipelinedAnswer {
  const end = text.indexOf("\r\n\r\n");
  return { status: Number(text.slice(9, 12)), head: text.slice(0, end), body: text.slice(end + 4) };
}
