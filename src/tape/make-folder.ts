import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it, where they are missing. One by one: Node's own `recursive` never ends where a file system takes no folders,
 * as /proc does. Throws what the file system says.
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Somebody else was faster.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
