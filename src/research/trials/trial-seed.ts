/**
 * The seed of a trial: a hash of the experiment's seed and the trial's number, so that it is the same whichever worker runs the trial and
 * whatever ran before. The mixing is the last step of MurmurHash3, twice.
 */
export function trialSeed(seed: number, trial: number): number {
  return mix(mix(seed ^ 0x9e37_79b9) ^ mix(trial + 1));
}

function mix(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
