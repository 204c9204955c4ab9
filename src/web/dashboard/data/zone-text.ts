const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(time: number, zone: string): Record<string, string> {
  let format = formats.get(zone);
  if (format === undefined) {
    const twoDigits = "2-digit" as const;
    const fields = {
      year: "numeric",
      month: twoDigits,
      day: twoDigits,
      hour: twoDigits,
      minute: twoDigits,
      second: twoDigits,
    } as const;
    format = new Intl.DateTimeFormat("en-US", { ...fields, hourCycle: "h23", timeZone: zone, timeZoneName: "short" });
    formats.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
}

/** Formats epoch milliseconds as a date in a time zone. */
export function dateText(time: number, zone: string): string {
  const { year, month, day } = partsOf(time, zone);
  return `${year}-${month}-${day}`;
}

/** Formats epoch milliseconds as date and time in a time zone, to the minute. */
export function minuteText(time: number, zone: string): string {
  const { year, month, day, hour, minute } = partsOf(time, zone);
  return `${year}-${month}-${day} ${hour}:${minute}`;
}

/** Formats epoch milliseconds as a time of day in a time zone, to the second. */
export function secondText(time: number, zone: string): string {
  const { hour, minute, second } = partsOf(time, zone);
  return `${hour}:${minute}:${second}`;
}

/** Abbreviation of a time zone at a time, such as `EST`. */
export function zoneName(time: number, zone: string): string {
  return partsOf(time, zone)["timeZoneName"] ?? zone;
}

const offsets = new Map<string, number>();
const QUARTER_MS = 900_000;

/** Returns local time in a time zone in seconds, as if it were UTC, for the axes of charts. */
export function localSeconds(time: number, zone: string): number {
  // Offsets of time zones are multiples of a quarter of an hour, and change only at a quarter of an hour.
  const quarter = Math.floor(time / QUARTER_MS) * QUARTER_MS;
  const key = `${zone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = Date.parse(`${minuteText(quarter, zone).replace(" ", "T")}Z`) - quarter;
    offsets.set(key, offset);
  }
  return (time + offset) / 1000;
}

/** Converts local time in a time zone, such as `2023-12-15T12:00`, to epoch milliseconds; NaN for other text. */
export function instantOf(text: string, zone: string): number {
  const local = Date.parse(`${text}Z`);
  if (Number.isNaN(local)) return NaN;
  // Corrects a first guess by its distance from the wanted local time. Near a clock change a second correction is needed.
  let time = local;
  for (let i = 0; i < 2; i++) time += local - Date.parse(`${minuteText(time, zone).replace(" ", "T")}Z`);
  return time;
}
