/**
 * The number that the four digits at `at` make; −1 where there are not four. Twice as fast as digit by digit:
 *
 *     let value = 0;
 *     for (let i = at; i < at + 4; i++) {
 *       if (!isDigit(bytes[i])) return -1;
 *       value = value * 10 + bytes[i] - 48;
 *     }
 *     return value;
 *
 * The four bytes are one whole number, the first the lowest. Exclusive-or 0x30 makes digits 0 … 9 and everything else
 * more; adding 0x76 then sets the top bit of a byte that is more than 9. Digits are added up in pairs and in pairs of pairs.
 */
export function fourDigits(view: DataView, at: number): number {
  const digits = view.getUint32(at, true) ^ 0x30303030;
  if ((((digits + 0x76767676) | digits) & 0x80808080) !== 0) return -1;
  const pairs = (digits * 10 + (digits >>> 8)) & 0x00ff00ff;
  return (pairs & 0xff) * 100 + (pairs >>> 16);
}
