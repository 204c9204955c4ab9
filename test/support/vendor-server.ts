import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** A request as a vendor's server receives it. */
export interface VendorRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

/** An answer: a text, or a value that is sent as JSON. */
export interface VendorAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Number of bytes after which the connection is cut. */
  readonly cutAfter?: number;
}

/** A local server in place of a vendor's. */
export interface VendorServer {
  readonly url: string;
  /** Every request so far. */
  readonly requests: VendorRequest[];
  /** Replaces the answers. */
  play(answer: (request: VendorRequest, count: number) => VendorAnswer): void;
}

/** Starts a server that answers like a vendor; it ends after the test file. */
export async function vendorServer(
  first: (request: VendorRequest, count: number) => VendorAnswer = () => ({ status: 404, body: "" }),
): Promise<VendorServer> {
  let answer = first;
  const requests: VendorRequest[] = [];
  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://localhost");
    const request = { path: pathname, query: Object.fromEntries(searchParams), headers: incoming.headers };
    requests.push(request);
    const { status = 200, headers = {}, body, cutAfter } = answer(request, requests.length);
    const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    response.writeHead(status, { "content-length": bytes.length, ...headers });
    if (cutAfter === undefined) response.end(bytes);
    else response.write(bytes.subarray(0, cutAfter), () => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play(next) {
      answer = next;
      requests.length = 0;
    },
  };
}

const HOUR_MS = 3_600_000;

/** Made-up klines of one hour, in the layout of Binance's `/api/v3/klines`. */
export function klines({ query }: VendorRequest, first: number, count: number): readonly (readonly unknown[])[] {
  const [start, end, limit] = [Number(query["startTime"]), Number(query["endTime"]), Number(query["limit"] ?? 500)];
  const rows = Array.from({ length: count }, (_, row) => {
    const open = first + row * HOUR_MS;
    const price = 30_000 + row;
    const prices = [`${price}.10000000`, `${price + 9}.50000000`, `${price - 8}.25000000`, `${price + 1}.05000000`];
    return [open, ...prices, `${row}.12345000`, open + HOUR_MS - 1, "1.5", 7, "0.5", "0.7", "0"];
  });
  return rows.filter(([open]) => Number(open) >= start && Number(open) <= end).slice(0, limit);
}
