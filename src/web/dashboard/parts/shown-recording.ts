import { element } from "../../report/element.ts";

/** Facts about the recording that the page shows before a key is entered. */
export interface ShownRecording {
  readonly recording: string;
  readonly provenance: string;
  /** Number of decimals of amounts by currency, as accounts round them. */
  readonly currencyDecimals: Readonly<Record<string, number>>;
  /** Whether the server answers price history of every interval. */
  readonly extended: boolean;
}

/** Reads the facts about the recording that the server wrote into the page. */
export function shownRecording({ dataset }: HTMLElement): ShownRecording {
  const { recording = "", provenance = "", currencyDecimals = "{}", extended } = dataset;
  return {
    recording,
    provenance,
    currencyDecimals: JSON.parse(currencyDecimals) as ShownRecording["currencyDecimals"],
    extended: extended !== undefined,
  };
}

/** Label with the recording's name, and whether it is synthetic. */
export function recordingLabel({ recording, provenance }: ShownRecording): HTMLElement {
  const label = element("p", { class: "recording" }, recording);
  if (provenance === "synthetic") {
    label.append(" ", element("b", { class: "badge", title: "Synthetic data: no price is real." }, "Synthetic"));
  }
  return label;
}
