/**
 * Returns whether matching obviously takes linear time, so that no analysis is necessary. Either nothing
 * repeats without a bound, or the expression is tried at the start of the input only and repeats one
 * character or class.
 */
export function isObviouslyLinear(source: string, flags: string): boolean {
  // A class, an escaped class, an assertion or an escaped punctuation mark takes constant time.
  const plain = source.replaceAll(
    /\[(?:\\.|[^\]\\])*\]|\\(?:[dDsSwWbBnrt]|[^\w]|[pP]\{[^}]*\}|u\{?[\da-fA-F]+\}?)/gs,
    'x',
  )
  if (plain.includes('\\')) return false
  const bounds = [...plain.matchAll(/\{(\d+)(?:,(\d+))?\}/g)]
  if (bounds.reduce((product, [, least, most]) => product * Number(most ?? least), 1) > 10_000) return false
  const optional = plain.match(/\?/g)?.length ?? 0
  if (optional > 12) return false
  const repeated = [...plain.matchAll(/[*+]|\{\d+,\}/g)]
  const [only] = repeated
  if (only === undefined) return true
  const isOneCharacter = plain[only.index - 1] !== ')'
  const isAnchored = plain.startsWith('^') && !flags.includes('m') && !hasAlternatives(plain)
  return repeated.length === 1 && isOneCharacter && isAnchored && !isInRepeatedGroup(plain, only.index)
}

/** Returns whether the expression has alternatives outside of groups. */
function hasAlternatives(plain: string): boolean {
  let depth = 0
  return plain.split('').some((character) => {
    if (character === '(') depth++
    if (character === ')') depth--
    return character === '|' && depth === 0
  })
}

/** Returns whether a group around the position has a quantifier such as `{2,5}`. */
function isInRepeatedGroup(plain: string, position: number): boolean {
  let depth = 0
  for (let index = position; index < plain.length; index++) {
    if (plain[index] === '(') depth++
    if (plain[index] === ')') depth--
    if (plain[index] === ')' && depth < 0 && plain[index + 1] === '{') return true
  }
  return false
}
