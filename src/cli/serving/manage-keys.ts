import { existsSync } from "node:fs";
import { parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { isKeyName, KEY_NAME_WORDS, LONGEST_GRACE_SECONDS } from "../../schemas/key.ts";
import { DEFAULT_SCOPES, type Scope } from "../../schemas/scope.ts";
import type { Tier } from "../../schemas/tier.ts";
import type { ApiKey, IssuedKey } from "../../server/keys/api-key.ts";
import { issuedKeyJson, keyJson } from "../../server/keys/key-json.ts";
import { KeyRing } from "../../server/keys/key-ring.ts";
import { StateStore } from "../../server/store/state-store.ts";
import { optionInstant } from "../options/values.ts";
import { wrappedTable } from "../../report/terminal/tables.ts";
import { lineWidth, type Terminal } from "../../report/terminal/terminal.ts";

/** Options of every command that manages API keys. */
export interface StateOption {
  readonly state: string;
  readonly json?: true;
}

export interface CreateOptions extends StateOption {
  readonly tier: Tier;
  readonly name: string;
  readonly scope?: readonly Scope[];
  readonly expires?: string;
}

export interface RotateOptions extends StateOption {
  /** Seconds for which the old key stays valid. */
  readonly grace?: number;
  readonly scope?: readonly Scope[];
}

export function createKey(options: CreateOptions, terminal: Terminal): void {
  const { tier, name, scope: scopes = DEFAULT_SCOPES, expires } = options;
  if (!isKeyName(name)) throw parameterError("--name", KEY_NAME_WORDS, name);
  const expiresAt = expires === undefined ? undefined : parseExpiry(expires);
  withState(options, (ring) => printIssuedKey(ring.create({ name, tier, scopes, expiresAt }), options, terminal));
}

export function listKeys(options: StateOption, terminal: Terminal): void {
  withExistingState(options, (ring) => printKeys(ring, ring.list(), options, terminal));
}

export function revokeKey(id: string, options: StateOption, terminal: Terminal): void {
  withExistingState(options, (ring) => printKeys(ring, [ring.revoke(id) ?? throwUnknownKey(id)], options, terminal));
}

export function rotateKey(id: string, options: RotateOptions, terminal: Terminal): void {
  const { grace = 0, scope: scopes } = options;
  if (!Number.isInteger(grace) || grace < 0 || grace > LONGEST_GRACE_SECONDS)
    throw parameterError("--grace", `a whole number of seconds from 0 to ${LONGEST_GRACE_SECONDS}`, grace);
  const rotation = { graceMs: grace * 1000, scopes };
  withExistingState(options, (ring) =>
    printIssuedKey(ring.rotate(id, rotation) ?? throwUnknownKey(id), options, terminal),
  );
}

function parseExpiry(text: string): number {
  const instant = optionInstant("--expires", text, "UTC");
  if (instant > Date.now()) return instant;
  throw parameterError("--expires", "a time in the future", text);
}

/** Opens the keys of a state file. Rejects a missing file, since a misspelled name must not create an empty state. */
function withExistingState(options: StateOption, work: (ring: KeyRing) => void): void {
  const { state } = options;
  if (!existsSync(state))
    throw new HindcastError("DATA_FILE_NOT_FOUND", `state file not found: ${state}`, {
      file: state,
    });
  withState(options, work);
}

function withState({ state }: StateOption, work: (ring: KeyRing) => void): void {
  const store = new StateStore(state);
  try {
    work(new KeyRing(store, Date.now));
  } finally {
    store.close();
  }
}

function throwUnknownKey(id: string): never {
  throw new HindcastError("KEY_UNKNOWN", `no active key has the id ${id}`, { id });
}

function printIssuedKey(issued: IssuedKey, { json }: StateOption, { stdout }: Terminal): void {
  if (json === true) stdout.write(`${JSON.stringify(issuedKeyJson(issued), null, 2)}\n`);
  else stdout.write(`${issued.text}\nStore it now: it is not shown again.\n`);
}

function printKeys(ring: KeyRing, all: readonly ApiKey[], { json }: StateOption, { stdout }: Terminal): void {
  const shown = all.map((key) => keyJson(key, ring.usage(key.id), Date.now()));
  if (json === true) {
    stdout.write(`${JSON.stringify({ keys: shown }, null, 2)}\n`);
    return;
  }
  const headings = ["id", "name", "tier", "created", "expires", "revoked", "last used", "requests"];
  const rows = shown.map((key) => [
    key.id,
    key.name,
    key.tier,
    key.created_at.slice(0, 19),
    key.expires_at?.slice(0, 19) ?? "never",
    key.revoked_at?.slice(0, 19) ?? "",
    key.usage.last_used_at?.slice(0, 19) ?? "never",
    String(key.usage.requests_total),
  ]);
  const width = lineWidth(stdout);
  const columns = [...headings, "scopes"].map((heading) =>
    heading === "scopes" || heading === "name" ? { heading, wraps: true as const } : { heading },
  );
  const lines = wrappedTable(
    columns,
    rows.map((row, i) => [...row, [...all[i]!.scopes].join(" ")]),
    width,
  );
  stdout.write(lines.map((line) => `${line}\n`).join(""));
}
