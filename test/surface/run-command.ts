import { node, FROM_SOURCE } from "../cli/apart.ts";

/** Runs a file of code from the folder in a process of its own, with the library's source behind the public names; what it printed. */
export async function runFile(folder: string, file: string): Promise<string> {
  const { code, out, err } = await node([...FROM_SOURCE, file], folder);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${err}`);
  return out;
}
