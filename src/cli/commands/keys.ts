import type { Command } from "commander";
import { DEFAULT_SCOPES, type Scope, SCOPES } from "../../schemas/scope.ts";
import { TIER_NAMES } from "../../schemas/tier.ts";
import { choiceOption, numberOption } from "../options/values.ts";
import type { CreateOptions, RotateOptions, StateOption } from "../serving/manage-keys.ts";
import type { Terminal } from "../terminal.ts";
import { sentence } from "../output/prose.ts";

const EXAMPLES = `
Examples:
  hindcast keys create --state market.db --tier pro --name notebook
  hindcast keys create --state market.db --tier enterprise --scope admin,market_data:read --expires 2030-01-01
  hindcast keys list --state market.db
  hindcast keys rotate 4fT2mQxZ81ab --state market.db --grace 3600
  hindcast keys rotate 4fT2mQxZ81ab --state market.db --scope trading:read,replay:control,replay:main
  hindcast keys revoke 4fT2mQxZ81ab --state market.db
`;

/** `hindcast keys`: the keys of a server's state. A server that runs on the state sees changes within a second. */
export function keys(program: Command, terminal: Terminal): void {
  const command = program
    .command("keys")
    .summary("make, list and end keys of a server")
    .description("Makes, lists and ends the API keys in the state of a server, whether it runs or not.")
    .addHelpText("after", EXAMPLES);
  const add = (name: string, summary: string): Command =>
    command
      .command(name)
      .summary(summary)
      .description(sentence(summary))
      .requiredOption("--state <file>", "file that keeps the state of the server")
      .option("--json", "print JSON and nothing else");

  add("create", "make a key, and show it this once")
    .requiredOption("--tier <tier>", TIER_NAMES.join(", "), choiceOption("--tier", TIER_NAMES))
    .option("--name <text>", "what it is for", "key")
    .option(
      "--scope <scopes>",
      `with commas, of ${SCOPES.join(", ")}; ${DEFAULT_SCOPES.join(",")} by default`,
      scopeList,
    )
    .option("--expires <time>", "when it ends by itself, in UTC")
    .action(async (options: CreateOptions) => (await managing()).createKey(options, terminal));
  add("list", "list all keys, revoked ones too").action(async (options: StateOption) =>
    (await managing()).listKeys(options, terminal),
  );
  add("revoke", "end a key at once")
    .argument("<id>", "the part of the key between hc_ and the next _")
    .action(async (id: string, options: StateOption) => (await managing()).revokeKey(id, options, terminal));
  add("rotate", "replace a key by a new one with its accounts and scopes")
    .argument("<id>", "the part of the key between hc_ and the next _")
    .option("--scope <scopes>", "scopes of the new key, with commas; those of the old one by default", scopeList)
    .option(
      "--grace <seconds>",
      "how long the old key still works: 0 (default) to 604800, a week",
      numberOption("--grace"),
    )
    .action(async (id: string, options: RotateOptions) => (await managing()).rotateKey(id, options, terminal));
}

/** The state's packages are loaded by this command alone. */
const managing = () => import("../serving/manage-keys.ts");

function scopeList(text: string): readonly Scope[] {
  const read = choiceOption("--scope", SCOPES);
  return [...new Set(text.split(",").map(read))];
}
