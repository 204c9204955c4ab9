import type { Command } from "commander";
import { DEFAULT_SCOPES, type Scope, SCOPES } from "../../schemas/scope.ts";
import { TIER_NAMES } from "../../schemas/tier.ts";
import { choiceOption, numberOption } from "../options/values.ts";
import type { CreateOptions, RotateOptions, StateOption } from "../serving/manage-keys.ts";
import { addExamples } from "../help.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import { sentence } from "../output/prose.ts";

const EXAMPLES = [
  "hindcast keys create --state market.db --tier pro --name notebook",
  "hindcast keys create --state market.db --tier enterprise --scope admin,market_data:read --expires 2030-01-01",
  "hindcast keys list --state market.db",
  "hindcast keys rotate 4fT2mQxZ81ab --state market.db --grace 3600",
  "hindcast keys rotate 4fT2mQxZ81ab --state market.db --scope trading:read,replay:control,replay:main",
  "hindcast keys revoke 4fT2mQxZ81ab --state market.db",
];

const ID_HELP = "id of the key: the part between hc_ and the next _";

/** `hindcast keys`: manages the keys in a server's state. A running server applies changes within a second. */
export function keys(program: Command, terminal: Terminal): void {
  const command = program
    .command("keys")
    .summary("create, list, rotate and revoke API keys")
    .description("Manages the API keys in a server's state file, whether the server runs or not.");
  addExamples(command, EXAMPLES);
  const add = (name: string, summary: string): Command =>
    command
      .command(name)
      .summary(summary)
      .description(sentence(summary))
      .requiredOption("--state <file>", "state file of the server")
      .option("--json", "print JSON");

  add("create", "create an API key, which is printed only once")
    .requiredOption("--tier <tier>", `tier of the key: ${TIER_NAMES.join(", ")}`, choiceOption("--tier", TIER_NAMES))
    .option("--name <text>", "name under which the key is listed", "key")
    .option(
      "--scope <scopes>",
      `scopes, separated by commas: ${SCOPES.join(", ")} (default: ${DEFAULT_SCOPES.join(", ")})`,
      scopeList,
    )
    .option("--expires <time>", "time at which the key expires, in UTC (default: never)")
    .action(async (options: CreateOptions) => (await loadKeyCommands()).createKey(options, terminal));
  add("list", "list all API keys, including revoked ones").action(async (options: StateOption) =>
    (await loadKeyCommands()).listKeys(options, terminal),
  );
  add("revoke", "revoke an API key immediately")
    .argument("<id>", ID_HELP)
    .action(async (id: string, options: StateOption) => (await loadKeyCommands()).revokeKey(id, options, terminal));
  add("rotate", "replace an API key with a new one that has the same accounts")
    .argument("<id>", ID_HELP)
    .option(
      "--scope <scopes>",
      "scopes of the new key, separated by commas (default: scopes of the old key)",
      scopeList,
    )
    .option(
      "--grace <seconds>",
      "seconds for which the old key stays valid, at most 604800 (default: 0)",
      numberOption("--grace"),
    )
    .action(async (id: string, options: RotateOptions) => (await loadKeyCommands()).rotateKey(id, options, terminal));
}

/** Loads the packages that read the state file, which other commands do not need. */
const loadKeyCommands = () => import("../serving/manage-keys.ts");

function scopeList(text: string): readonly Scope[] {
  const read = choiceOption("--scope", SCOPES);
  return [...new Set(text.split(",").map(read))];
}
