import type { Command } from "commander";
import { openRecording } from "../../tape/recording/open-recording.ts";
import { recordingJson, recordingText } from "../output/recording-text.ts";
import { widthOf, type Terminal } from "../terminal.ts";

const EXAMPLES = `
Examples:
  hindcast data data/sample
  hindcast data data/sample --verify        read, decode and check every file
  hindcast data data/sample --json
`;

interface DataCommandOptions {
  readonly verify?: true;
  readonly json?: true;
}

/** `hindcast data`: what is in a recording. */
export function data(program: Command, terminal: Terminal): void {
  program
    .command("data")
    .summary("say what is in a recording")
    .description("Says what is in a recording: its instruments, what is recorded of each, from when to when.")
    .argument("<dir>", "folder of the recording")
    .option("--verify", "read every file, compare it with its length and SHA-256 in the manifest, and decode it")
    .option("--json", "print JSON and nothing else")
    .addHelpText("after", EXAMPLES)
    .action((folder: string, options: DataCommandOptions) => printData(folder, options, terminal));
}

async function printData(folder: string, options: DataCommandOptions, { stdout }: Terminal): Promise<void> {
  const recording = await openRecording(folder);
  const verified = options.verify === true;
  if (verified) await recording.verify();
  const width = stdout.isTTY === true ? widthOf(stdout) : undefined;
  stdout.write(options.json === true ? recordingJson(recording, verified) : recordingText(recording, verified, width));
}
