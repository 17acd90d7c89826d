import type { ContentEntry } from './read-content.js'

/** A difference between two services in one type. Paths name entries; values are the beginning of their JSON. */
export type Finding =
  /** Only the first service has the entry. */
  | { readonly kind: 'missing'; readonly before: string; readonly locale: string | null }
  /** Only the second service has the entry. */
  | { readonly kind: 'added'; readonly after: string; readonly locale: string | null }
  | {
      readonly kind: 'different'
      readonly before: string
      readonly after: string
      readonly locale: string | null
      readonly attributes: readonly {
        readonly name: string
        /** Null if the service has no such attribute. */
        readonly before: string | null
        readonly after: string | null
      }[]
    }

/** An entry with at least this share of equal values is the same entry with changes. */
const leastAlike = 0.5
/** Entries that are compared with each other by all their values, on each side and in each locale. */
const mostCompared = 500

/**
 * Compares the entries of one type by their content: ids and the times of writes play no part. Entries with
 * equal content are matched first, then those with the same value of an attribute in which all entries
 * differ, then those with at least half of their values in common.
 * @param isSingle whether the type has at most one entry in each locale, which is always the same entry
 */
export function compareContent(
  before: readonly ContentEntry[],
  after: readonly ContentEntry[],
  isSingle = false,
): readonly Finding[] {
  const locales = new Set([...before, ...after].map(({ locale }) => locale))
  return [...locales].flatMap((locale) => {
    const isOf = (entry: ContentEntry) => entry.locale === locale
    return compareLocale(before.filter(isOf), after.filter(isOf), locale, isSingle)
  })
}

function compareLocale(
  before: readonly ContentEntry[],
  after: readonly ContentEntry[],
  locale: string | null,
  isSingle: boolean,
): readonly Finding[] {
  const left = new Set(before)
  const right = new Set(after)
  const changed: (readonly [ContentEntry, ContentEntry])[] = []
  const pair = (one: ContentEntry, other: ContentEntry) => {
    left.delete(one)
    right.delete(other)
    if (one.digest !== other.digest) changed.push([one, other])
  }
  const [one, other] = [before[0], after[0]]
  if (isSingle && one && other) pair(one, other)
  pairEqual(left, right, pair)
  for (const name of identifying(left, right)) pairBy(name, left, right, pair)
  pairAlike(left, right, pair)
  return [
    ...changed.map(([one, other]) => differenceOf(one, other, locale)),
    ...[...left].map(({ path }): Finding => ({ kind: 'missing', before: path, locale })),
    ...[...right].map(({ path }): Finding => ({ kind: 'added', after: path, locale })),
  ]
}

type Pair = (one: ContentEntry, other: ContentEntry) => void
type Entries = ReadonlySet<ContentEntry>

/** Pairs entries with equal content, however often it occurs. */
function pairEqual(left: Entries, right: Entries, pair: Pair): void {
  const byDigest = new Map<string, ContentEntry[]>()
  for (const entry of right) byDigest.set(entry.digest, [...(byDigest.get(entry.digest) ?? []), entry])
  for (const one of left) {
    const other = byDigest.get(one.digest)?.shift()
    if (other) pair(one, other)
  }
}

const valueAt = (entry: ContentEntry, name: string) => entry.values.get(name)?.digest

/** Returns the attributes whose values identify entries on both sides, those with the most matches first. */
function identifying(left: Entries, right: Entries): readonly string[] {
  const names = new Set([...left].flatMap(({ values }) => [...values.keys()]))
  const counted = [...names].map((name) => {
    const other = new Set([...right].map((entry) => valueAt(entry, name)))
    const matches = [...left].filter((entry) => other.has(valueAt(entry, name))).length
    return { name, matches: isUnique(left, name) && isUnique(right, name) ? matches : 0 }
  })
  return counted
    .filter(({ matches }) => matches > 0)
    .toSorted((one, two) => two.matches - one.matches)
    .map(({ name }) => name)
}

function isUnique(entries: Entries, name: string): boolean {
  const values = [...entries].flatMap((entry) => entry.values.get(name) ?? []).filter(({ text }) => text !== 'null')
  return new Set(values.map(({ digest }) => digest)).size === values.length
}

function pairBy(name: string, left: Entries, right: Entries, pair: Pair): void {
  const byValue = new Map([...right].map((entry) => [valueAt(entry, name), entry]))
  for (const one of left) {
    const other = byValue.get(valueAt(one, name))
    if (other && one.values.get(name)?.text !== 'null') pair(one, other)
  }
}

/** Pairs the entries that remain with the ones that are most like them. */
function pairAlike(left: Entries, right: Entries, pair: Pair): void {
  if (left.size > mostCompared || right.size > mostCompared) return
  const candidates = [...left].flatMap((one) =>
    [...right].map((other) => ({ one, other, share: shareOfEqual(one, other) })),
  )
  const alike = candidates.filter(({ share }) => share >= leastAlike).toSorted((a, b) => b.share - a.share)
  for (const { one, other } of alike) if (left.has(one) && right.has(other)) pair(one, other)
}

/** Returns the share of equal values, without those that are null on both sides. */
function shareOfEqual(one: ContentEntry, other: ContentEntry): number {
  const present = namesOf(one, other).filter(
    (name) => ![one, other].every((entry) => (entry.values.get(name)?.text ?? 'null') === 'null'),
  )
  const equal = present.filter((name) => valueAt(one, name) === valueAt(other, name))
  return present.length === 0 ? 0 : equal.length / present.length
}

const namesOf = (one: ContentEntry, other: ContentEntry) => [...new Set([...one.values.keys(), ...other.values.keys()])]

function differenceOf(one: ContentEntry, other: ContentEntry, locale: string | null): Finding {
  const shown = (entry: ContentEntry, name: string) => entry.values.get(name)?.text ?? null
  const attributes = namesOf(one, other)
    .filter((name) => valueAt(one, name) !== valueAt(other, name))
    .map((name) => ({ name, before: shown(one, name), after: shown(other, name) }))
  const state = one.state === other.state ? [] : [{ name: '(state)', before: one.state, after: other.state }]
  return { kind: 'different', before: one.path, after: other.path, locale, attributes: [...state, ...attributes] }
}
