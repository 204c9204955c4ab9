import { ClientError } from "../../client/client-error.ts";
import { type Client, createClient } from "../../client/create-client.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Terminal } from "../terminal.ts";

/** Where the server is, and the session that is meant. */
export interface ServerOptions {
  readonly url: string;
  readonly session?: string;
}

/** A client of the server with the key of the environment. Throws USAGE without a key and for an address that is none. */
export function servedClient({ url, session }: ServerOptions, { env }: Terminal): Client {
  const apiKey = env["HINDCAST_KEY"];
  if (apiKey === undefined || apiKey === "")
    throw new HindcastError("USAGE", "HINDCAST_KEY is not set: it must hold a key of the server");
  // Not shown: it may hold a key, and more.
  if (!/^[!-~]+$/.test(apiKey))
    throw new HindcastError("USAGE", "HINDCAST_KEY must hold one key, without spaces or line breaks");
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
    throw new HindcastError("USAGE", `--url must be an address such as http://127.0.0.1:8787, was ${url}`);
  return createClient({ baseUrl: url, apiKey, session });
}

/** What the server answers. Throws ClientError for what it refuses, and where there is none. */
export async function answered<Answer>(url: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ClientError || error instanceof HindcastError) throw error;
    throw new ClientError("SERVICE_UNAVAILABLE", `no server answers at ${url}`, 0, { url });
  }
}
