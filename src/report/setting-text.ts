import type { RunResult } from "../engine/run-result.ts";

/** One sentence for each choice. A new choice without a sentence does not compile. */
type Sentences<Choices extends string> = [Choices] extends [never] ? never : Readonly<Record<Choices, string>>;

/** Texts of a setting in help and reports. */
export interface SettingText<T> {
  /** Placeholder of the value in help, and a text that says what the setting controls. */
  readonly help: readonly [value: string, says: string];
  /** Set if the short help shows the setting: `true`, or a shorter text for the short help. */
  readonly common?: true | string;
  /** Text of the default in help, if the default's value would be unclear. */
  readonly unset?: string;
  /** Explanations that help shows in parentheses after choices. Choices with clear names have none. */
  readonly hints?: Readonly<Record<string, string>>;
  /** Name of the setting in reports. */
  readonly label: string;
  /** Explanation in reports: one sentence for the setting, or one for each choice. */
  readonly meaning?: string | Sentences<Extract<T, string>>;
  /** Formats the value in reports. By default, values are formatted as on the command line. */
  readonly text?: (this: void, value: T, result: RunResult) => string;
}
