/**
 * Sets of characters that are equal when case is ignored, by Unicode simple case folding as in JavaScript's
 * `/…/iu`. So s, S and ſ are equal; ß and ss are not; ı and i are not. The sets are computed with
 * JavaScript's own rules, so that every database matches as JavaScript would.
 */
let classes: ReadonlyMap<string, string> | undefined

/** Returns a string of the character and all its case variants; only the character itself when it has none. */
export function caseClass(character: string): string {
  classes ??= buildClasses()
  return classes.get(character) ?? character
}

const isOneCharacter = /^.$/u

/** Matches one character twice, ignoring case. */
const twice = /^(.)\1$/iu

/** Characters beyond the second plane have no case. */
const lastCodePoint = 0x1ffff

function buildClasses(): ReadonlyMap<string, string> {
  const groups = new Map<string, Set<string>>()
  for (const character of casedCharacters()) {
    // Equal characters share an upper or a lower form. Whether they really are equal is checked below.
    for (const form of [character, character.toUpperCase(), character.toLowerCase()]) {
      merge(groups, character, form)
    }
  }
  const found = new Map<string, string>()
  for (const group of new Set(groups.values())) {
    const characters = [...group].filter((form) => isOneCharacter.test(form))
    for (const character of characters) {
      const equal = characters.filter((other) => twice.test(character + other))
      if (equal.length > 1) found.set(character, equal.join(''))
    }
  }
  return found
}

function casedCharacters(): IterableIterator<string> {
  const all: string[] = []
  for (let start = 0; start <= lastCodePoint; start += 0x1000) {
    // Surrogates aren't characters.
    if (start >= 0xd800 && start < 0xe000) continue
    all.push(String.fromCodePoint(...Array.from({ length: 0x1000 }, (_, offset) => start + offset)))
  }
  return (
    all
      .join('')
      .match(/\p{Changes_When_Casemapped}/gu)
      ?.values() ?? [].values()
  )
}

function merge(groups: Map<string, Set<string>>, left: string, right: string): void {
  const one = groups.get(left) ?? new Set([left])
  const other = groups.get(right) ?? new Set([right])
  for (const member of other) {
    one.add(member)
    groups.set(member, one)
  }
  groups.set(left, one)
}
