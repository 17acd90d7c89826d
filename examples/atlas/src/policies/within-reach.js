/** Keeps searches small: the larger the circle, the more rows are looked at. */
export function handler({ args }, { kilometres }) {
  return args.kilometres > 0 && args.kilometres <= kilometres
}
