const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(time: number, zone: string): Record<string, string> {
  let format = formats.get(zone);
  if (format === undefined) {
    const two = "2-digit" as const;
    const fields = { year: "numeric", month: two, day: two, hour: two, minute: two, second: two } as const;
    format = new Intl.DateTimeFormat("en-US", { ...fields, hourCycle: "h23", timeZone: zone, timeZoneName: "short" });
    formats.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
}

/** Epoch milliseconds as the date at an exchange. */
export function dateText(time: number, zone: string): string {
  const { year, month, day } = partsOf(time, zone);
  return `${year}-${month}-${day}`;
}

/** Epoch milliseconds as date and minute at an exchange. */
export function minuteText(time: number, zone: string): string {
  const { year, month, day, hour, minute } = partsOf(time, zone);
  return `${year}-${month}-${day} ${hour}:${minute}`;
}

/** Epoch milliseconds as the time of the day at an exchange, to the second. */
export function secondText(time: number, zone: string): string {
  const { hour, minute, second } = partsOf(time, zone);
  return `${hour}:${minute}:${second}`;
}

/** How the zone calls itself at a time, such as `EST`. */
export function zoneName(time: number, zone: string): string {
  return partsOf(time, zone)["timeZoneName"] ?? zone;
}

const offsets = new Map<string, number>();
const QUARTER_MS = 900_000;

/** What the clocks at an exchange show, as if they were those of UTC: axes count their days by it. Epoch seconds. */
export function localSeconds(time: number, zone: string): number {
  // Zones differ from UTC by quarters of an hour, and change at one.
  const quarter = Math.floor(time / QUARTER_MS) * QUARTER_MS;
  const key = `${zone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = Date.parse(`${minuteText(quarter, zone).replace(" ", "T")}Z`) - quarter;
    offsets.set(key, offset);
  }
  return (time + offset) / 1000;
}

/** The instant of a date and minute at an exchange, written `2023-12-15T12:00`; NaN for what is no such text. */
export function instantOf(text: string, zone: string): number {
  const local = Date.parse(`${text}Z`);
  if (Number.isNaN(local)) return NaN;
  // What the zone shows at a guess tells how far the guess is off; near a change of clocks the second guess is right.
  let time = local;
  for (let i = 0; i < 2; i++) time += local - Date.parse(`${minuteText(time, zone).replace(" ", "T")}Z`);
  return time;
}
