import { convention } from "./convention.ts";

/** Conventions with the default of every setting. If bars leave a fill uncertain, defaults err against the trader. */
export const hindcast = convention({ name: "hindcast", title: "Hindcast", parts: {}, metrics: undefined });
