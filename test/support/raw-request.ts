import { connect } from "node:net";

/** A response on a socket without an HTTP client. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes on a new connection, and reads the first response until its body is complete. */
export function rawRequest(port: number, text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    const finish = (): void => {
      const answer = parsed(received);
      if (answer === undefined) return;
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      received += chunk;
      finish();
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`closed after ${JSON.stringify(received)}`)));
    socket.write(text, "latin1");
  });
}

function parsed(text: string): RawAnswer | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [line, ...lines] = text.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((one) => {
      const colon = one.indexOf(":");
      return [one.slice(0, colon).toLowerCase(), one.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  if (body.length < Number(headers["content-length"])) return undefined;
  return { status: Number(line!.split(" ")[1]), headers, body };
}
