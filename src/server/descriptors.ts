import { readdirSync, readFileSync } from "node:fs";
import type { Server } from "node:net";

/** Folders in which Linux and macOS list the open file descriptors of a process. */
const DESCRIPTOR_FOLDERS = ["/proc/self/fd", "/dev/fd"];
/** Number of open file descriptors that is assumed if the system does not list them. */
const ASSUMED_OPEN = 48;

/**
 * Limits the open connections of a server, so that file descriptors remain for files. A `maxConnections` that is already set stays. `role`
 * decides how many connections the server may have.
 */
export function limitConnections(server: Server, role: "main" | "admin"): void {
  server.on("listening", () => {
    // Node's types declare a number, but the value can be undefined.
    if ((server.maxConnections as number | undefined) !== undefined) return;
    const max = maxConnections(descriptorLimit(), openDescriptors(), role);
    if (max !== Infinity) server.maxConnections = max;
  });
}

/**
 * Returns the number of connections that a server may have, from the process's limit and the file descriptors already open. A quarter of
 * the limit (24 to 256) is reserved for files, threads and the admin server, which may use a third of the reserve.
 */
export function maxConnections(limit: number, open: number, role: "main" | "admin"): number {
  if (limit === Infinity) return Infinity;
  const reserved = Math.min(256, Math.max(24, Math.floor(limit / 4)));
  return role === "admin" ? Math.floor(reserved / 3) : Math.max(1, limit - open - reserved);
}

/** Number of file descriptors that the process may have open; Infinity if the system has no limit or does not report one. */
function descriptorLimit(): number {
  let limit: unknown;
  try {
    limit = /^Max open files +(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  } catch {
    const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
    limit = userLimits?.open_files?.soft;
  }
  const max = Number(limit);
  return Number.isFinite(max) && max > 0 ? max : Infinity;
}

function openDescriptors(): number {
  for (const folder of DESCRIPTOR_FOLDERS) {
    try {
      return readdirSync(folder).length;
    } catch {
      // This folder does not exist on this system.
    }
  }
  return ASSUMED_OPEN;
}
