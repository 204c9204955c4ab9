import { convention } from "./convention.ts";

/** Default of every setting. Where bars leave a fill uncertain, defaults err against the trader. */
export const hindcast = convention({ name: "hindcast", title: "Hindcast", parts: {}, metrics: undefined });
