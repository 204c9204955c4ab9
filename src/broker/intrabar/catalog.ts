import * as door from "./index.ts";
import type { IntrabarPolicy } from "./triggered.ts";

/** Every policy by the name that settings give it. */
export const intrabarPolicies: Readonly<Record<string, IntrabarPolicy>> = Object.fromEntries(
  Object.entries(door).map(([name, policy]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    policy,
  ]),
);
