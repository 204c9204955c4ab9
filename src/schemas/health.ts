import { Type, type Static } from "typebox";

/** That the process answers. */
export const Health = Type.Object({
  status: Type.Enum(["ok"]),
});
export type Health = Static<typeof Health>;

/** That requests are taken. */
export const Readiness = Type.Object({
  status: Type.Enum(["ready"]),
});
export type Readiness = Static<typeof Readiness>;
