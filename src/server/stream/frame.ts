/** Longest head of a frame that is written here. */
export const MOST_HEAD = 10;
/** A whole text message in one frame, as servers send them: unmasked. */
const TEXT = 0x81;

/** Writes the head of a text frame (RFC 6455, 5.2). Returns where the payload begins. */
export function writeHead(out: Buffer, at: number, payload: number): number {
  out[at] = TEXT;
  if (payload < 126) {
    out[at + 1] = payload;
    return at + 2;
  }
  if (payload < 65_536) {
    out[at + 1] = 126;
    out.writeUInt16BE(payload, at + 2);
    return at + 4;
  }
  out[at + 1] = 127;
  out.writeUInt32BE(Math.floor(payload / 2 ** 32), at + 2);
  out.writeUInt32BE(payload % 2 ** 32, at + 6);
  return at + MOST_HEAD;
}
