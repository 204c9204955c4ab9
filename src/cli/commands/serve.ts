import type { Command } from "commander";
import { HindcastError } from "../../primitives/errors.ts";
import { layeredValues, variableOf } from "../options/layered.ts";
import { settingDefaults } from "../options/setting.ts";
import type { ServeOptions } from "../serving/serve-recording.ts";
import { addExamples } from "../help.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import { addServeOptions } from "./serve-options.ts";

const EXAMPLES = [
  "hindcast serve --data data/sample",
  "hindcast serve --data data/sample --from 2023-12-15 --speed 60 --state market.db",
  ["hindcast serve --data data/sample --at 2023-12-15T12:00", "stopped at noon"],
  ["hindcast serve --data data/sample --replay --from 2023-12-11 --to 2023-12-15 --speed 600", "a week in 12 minutes"],
  "hindcast serve --data data/sample --account margin --cash 25000 --commission per-share:0.005 --history-limits yahoo",
] as const;

const NOTES = [
  "Each option may also be an environment variable (HINDCAST_INITIAL_MARGIN for --initial-margin) or a field of the --config file (initialMargin). Flags override environment variables, and these override the file.",
];

/** `hindcast serve`: serves a recorded market as if it were live. */
export function serve(program: Command, terminal: Terminal): void {
  const command = program.command("serve");
  addExamples(addServeOptions(command), EXAMPLES, NOTES)
    .summary("serve a recorded market over HTTP")
    .description(
      "Serves a recorded market over HTTP as if it were live. Clients see a simulated time and no data that are later.",
    )
    .action(async (given: { readonly config?: string; readonly printConfig?: true }) => {
      const ownOptions = ["config", "printConfig"];
      const options = command.options.filter((option) => !ownOptions.includes(option.attributeName()));
      const file = given.config ?? terminal.env["HINDCAST_CONFIG"];
      const values = layeredValues(command, options, terminal.env, file === "" ? undefined : file);
      if (given.printConfig) {
        const defaults = settingDefaults(["account", "costs", "fills"]);
        const rows = options.map((option) => {
          const name = option.attributeName();
          const { value, from } = values.get(name)!;
          const shown = value ?? (option.required ? (defaults.get(name) ?? null) : false);
          return [name, { value: shown, from, flag: option.long, variable: variableOf(option) }];
        });
        terminal.stdout.write(`${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
        return;
      }
      const chosen = Object.fromEntries([...values].map(([name, { value }]) => [name, value]));
      if (chosen["data"] === undefined)
        throw new HindcastError("USAGE", "required option '--data <dir>' not specified; see hindcast help serve");
      // The packages of the server are loaded here, since other commands do not need them.
      const { serveRecording } = await import("../serving/serve-recording.ts");
      await serveRecording(chosen as unknown as ServeOptions, terminal);
    });
}
