import { element } from "../../report/element.ts";

/** Facts of the recording that need no key. */
export interface ShownRecording {
  readonly recording: string;
  readonly provenance: string;
  /** Decimals of amounts by currency, as in the accounts' ledgers. */
  readonly currencyDecimals: Readonly<Record<string, number>>;
}

/** Reads the facts that the server wrote into the page. */
export function shownRecording({ dataset }: HTMLElement): ShownRecording {
  const { recording = "", provenance = "", currencyDecimals = "{}" } = dataset;
  return {
    recording,
    provenance,
    currencyDecimals: JSON.parse(currencyDecimals) as ShownRecording["currencyDecimals"],
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
