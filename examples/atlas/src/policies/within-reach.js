/** Limits the radius of searches: a larger circle reads more rows. */
export function handler({ args }, { kilometres }) {
  return args.kilometres > 0 && args.kilometres <= kilometres
}
