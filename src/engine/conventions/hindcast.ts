import { convention } from "./convention.ts";

/** The defaults of every setting, which err against the trader where bars cannot tell. */
export const hindcast = convention({ name: "hindcast", title: "Hindcast", parts: {}, metrics: undefined });
