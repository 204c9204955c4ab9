import type { ErrorDetails } from "../../primitives/errors.ts";

/** What the library has read of a body. */
export interface BodyPlace {
  /** The member of the body; empty for all of it. */
  readonly member: string;
  /** What was given there. */
  readonly given: unknown;
}

/**
 * Where a name stands in a body: behind the member that the library has read, and behind the model whose parameter it is, such as
 * `settings.commission.fee`. Of several models with a parameter of that name it is the one that was refused, or that has the value which was.
 */
export function placeInBody({ member, given }: BodyPlace, name: string, { owner, was }: ErrorDetails): string {
  const models = Object.entries(membersOf(given)).filter(([, one]) => Object.hasOwn(membersOf(one), name));
  const model =
    models.find(([setting]) => typeof owner === "string" && owner.startsWith(`${setting} `)) ??
    models.find(([, one]) => membersOf(one)[name] === was);
  return [member, model?.[0] ?? "", name].filter((part) => part !== "").join(".");
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
