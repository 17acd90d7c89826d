/**
 * Returns whether matching obviously takes linear time. The expression then has no groups and no
 * alternatives. It has no part of variable length, or one such part and an anchor at the start.
 */
export function isPlainlyLinear(source: string): boolean {
  // A class, an escaped class or an escaped punctuation mark matches one character, like any other.
  // Bounded input: an expression in a schema file.
  const plain = source.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\(?:[dDsSwW]|[^\w])/gs, 'x')
  if (/[()|\\[]/.test(plain)) return false
  const fixed = [...plain.matchAll(/\{(\d+)\}/g)].reduce((sum, [, times]) => sum + Number(times), 0)
  if (fixed > 1_000) return false
  const variable = plain.match(/[*+?]|\{\d*,\d*\}/g)?.length ?? 0
  return variable === 0 || (variable === 1 && plain.startsWith('^'))
}

/** A part of a pattern that is tried once, at the start of the string. */
export interface PatternPart {
  readonly source: string
  /** The part must not match. */
  readonly negated: boolean
}

/**
 * Splits an expression that begins with lookaheads, such as a password rule. Each part is tried once, at the
 * start, so their times add up. The linear engine has no lookaheads.
 */
export function splitLookaheads(source: string): readonly PatternPart[] {
  const parts: PatternPart[] = []
  let rest = source
  while (/^\^\(\?[=!]/.test(rest) && !/\\[1-9k]/.test(source)) {
    const end = endOfGroup(rest, 1)
    if (end === undefined || /^[*+?{]/.test(rest.slice(end + 1)) || hasTopLevelChoice(rest.slice(end + 1))) break
    parts.push({ source: withoutOuterGroup(`^(?:${rest.slice(4, end)})`), negated: rest[3] === '!' })
    rest = `^${rest.slice(end + 1)}`
  }
  return [...parts, { source: withoutOuterGroup(rest), negated: false }]
}

/** Returns the position of the bracket that closes the group opened at `start`. */
function endOfGroup(source: string, start: number): number | undefined {
  let end: number | undefined
  walk(source, start, (character, position, depth) => {
    if (character === ')' && depth === 0) end ??= position
  })
  return end
}

/**
 * Returns whether an expression has alternatives outside of groups: the anchor before it belongs to the first
 * only.
 */
function hasTopLevelChoice(source: string): boolean {
  let found = false
  walk(source, 0, (character, _position, depth) => {
    found ||= character === '|' && depth === 0
  })
  return found
}

/**
 * Calls `visit` with each character that is neither escaped nor in a class, and the depth of groups after it.
 */
function walk(
  source: string,
  start: number,
  visit: (character: string | undefined, position: number, depth: number) => void,
): void {
  let depth = 0
  let inClass = false
  for (let position = start; position < source.length; position++) {
    const character = source[position]
    if (character === '\\') position++
    else if (inClass) inClass = character !== ']'
    else if (character === '[') inClass = true
    else {
      if (character === '(') depth++
      if (character === ')') depth--
      visit(character, position, depth)
    }
  }
}

/** Returns `^ab` for `^(?:ab)` if the group contains no alternatives. */
function withoutOuterGroup(part: string): string {
  const inner = /^\^\(\?:([^()|]*)\)$/.exec(part)?.[1]
  return inner === undefined ? part : `^${inner}`
}

/** The white space of `\s` in JavaScript, as ranges of a class, and all other characters. */
const space = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const notSpace =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'

/** What JavaScript writes differently from RE2, outside of a class and in one. */
const outside: Readonly<Record<string, string>> = {
  '.': '[^\\n\\r\\x{2028}\\x{2029}]',
  '\\s': `[${space}]`,
  '\\S': `[${notSpace}]`,
  '[]': '[^\\x{0}-\\x{10ffff}]',
  '[^]': '[\\x{0}-\\x{10ffff}]',
}
const inside: Readonly<Record<string, string>> = { '\\s': space, '\\S': notSpace, '\\b': '\\x{8}', '[': '\\[' }

/** Returns an expression in which the shorthands mean in RE2 what they mean in JavaScript. */
export function toLinearSyntax(source: string): string {
  let inClass = false
  // Bounded input: an expression in a schema file.
  return source.replaceAll(/\\.|\[\^?\](?!\])|[^]/gsu, (token) => {
    const translated = (inClass ? inside : outside)[token]
    if (!inClass && token === '[') inClass = true
    else if (inClass && token === ']') inClass = false
    return translated ?? token
  })
}
