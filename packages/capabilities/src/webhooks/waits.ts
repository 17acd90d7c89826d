const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds between the attempts of a delivery, before jitter: about 17 hours in total. */
const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 9 * hour]

/** How often a delivery is attempted before it is dead. */
export const mostAttempts = waits.length + 1

/** The part by which a wait may be shorter or longer, so that receivers don't get all repetitions together. */
const jitter = 0.2

/**
 * Returns the milliseconds until the next attempt; null after the last one.
 * @param attempts the number of failed attempts, from 1
 * @param random returns a number from 0 to 1
 */
export function waitAfter(attempts: number, random: () => number): number | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 - jitter + 2 * jitter * random()))
}
