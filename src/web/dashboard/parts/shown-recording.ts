import { element } from "../../report/element.ts";

/** What the server says of the recording before anybody shows a key. */
export interface ShownRecording {
  readonly recording: string;
  readonly provenance: string;
  /** Decimals of money by currency, those to which the ledgers of accounts round. */
  readonly currencyDecimals: Readonly<Record<string, number>>;
}

/** Reads what the server wrote into the page. */
export function shownRecording({ dataset }: HTMLElement): ShownRecording {
  const { recording = "", provenance = "", currencyDecimals = "{}" } = dataset;
  return {
    recording,
    provenance,
    currencyDecimals: JSON.parse(currencyDecimals) as ShownRecording["currencyDecimals"],
  };
}

/** The name of the recording, and whether its prices were ever paid. */
export function recordingLabel({ recording, provenance }: ShownRecording): HTMLElement {
  const label = element("p", { class: "recording" }, recording);
  if (provenance === "synthetic") {
    label.append(" ", element("b", { class: "badge", title: "Made up: its prices were never paid." }, "Synthetic"));
  }
  return label;
}
