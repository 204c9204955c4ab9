import { ClientError } from "../../client/client-error.ts";
import { type Client, createClient } from "../../client/create-client.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";

/** Address of the server, and the replay session. */
export interface ServerOptions {
  readonly url: string;
  readonly session?: string;
}

/** Creates an API client with the key in HINDCAST_KEY. Throws USAGE without a key or with an invalid address. */
export function createServerClient({ url, session }: ServerOptions, { env }: Terminal): Client {
  const apiKey = env["HINDCAST_KEY"];
  if (apiKey === undefined || apiKey === "")
    throw new HindcastError("USAGE", "HINDCAST_KEY is not set: it must contain an API key of the server");
  // The error does not quote the value, which may contain a key.
  if (!/^[!-~]+$/.test(apiKey))
    throw new HindcastError("USAGE", "HINDCAST_KEY must contain one API key, without spaces or line breaks");
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
    throw new HindcastError("USAGE", `--url must be an address such as http://127.0.0.1:8787, was ${url}`);
  return createClient({ baseUrl: url, apiKey, session });
}

/** Sends a request to the server. Throws ClientError if the server refuses the request or does not answer. */
export async function answerOf<Answer>(url: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ClientError || error instanceof HindcastError) throw error;
    throw new ClientError(
      "SERVICE_UNAVAILABLE",
      `no server answers at ${url}; check the address, or start hindcast serve`,
      0,
      { url },
    );
  }
}
