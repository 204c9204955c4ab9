import { ClientError } from "../../client/client-error.ts";
import { type Client, createClient } from "../../client/create-client.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Terminal } from "../terminal.ts";

/** Address of the server, and the session. */
export interface ServerOptions {
  readonly url: string;
  readonly session?: string;
}

/** Creates a client with the key of the environment. Throws USAGE without a key or with an invalid address. */
export function createServerClient({ url, session }: ServerOptions, { env }: Terminal): Client {
  const apiKey = env["HINDCAST_KEY"];
  if (apiKey === undefined || apiKey === "")
    throw new HindcastError("USAGE", "HINDCAST_KEY is not set: it must hold a key of the server");
  // The value is not shown, since it may contain a key.
  if (!/^[!-~]+$/.test(apiKey))
    throw new HindcastError("USAGE", "HINDCAST_KEY must hold one key, without spaces or line breaks");
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
    throw new HindcastError("USAGE", `--url must be an address such as http://127.0.0.1:8787, was ${url}`);
  return createClient({ baseUrl: url, apiKey, session });
}

/** Calls the server. Throws ClientError for a refused request or an unreachable server. */
export async function answerOf<Answer>(url: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ClientError || error instanceof HindcastError) throw error;
    throw new ClientError("SERVICE_UNAVAILABLE", `no server answers at ${url}`, 0, { url });
  }
}
