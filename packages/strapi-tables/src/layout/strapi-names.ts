import { createHash } from 'node:crypto'

/** The major versions of Strapi whose tables can be read. */
export type StrapiVersion = 4 | 5

/** Words that a name has before and after its parts. */
export interface FixedWords {
  readonly prefix?: 'inv'
  readonly suffix?: keyof typeof shortWords
}

/** Returns the name of a table or column from parts that follow from the schemas. */
export type NameOf = (parts: readonly string[], fixed?: FixedWords) => string

/** The words at the end of names, as Strapi 5 writes them. Indexes and foreign keys have names in Strapi 5 only. */
const shortWords = {
  links: 'lnk',
  morphs: 'mph',
  components: 'cmps',
  order: 'ord',
  id: 'id',
  type: 'type',
  index: 'idx',
  unique: 'uq',
  fk: 'fk',
  entity_fk: 'entity_fk',
  inv_fk: 'ifk',
  order_fk: 'ofk',
  order_inv_fk: 'oifk',
  order_index: 'oidx',
  id_column_index: 'idix',
} as const

const separator = '_'
/** Strapi 5 shortens longer names. */
const longestName = 55
const hashLength = 5
const shortestStart = 3

/** Returns the function that makes the names of a version. */
export function namesOf(version: StrapiVersion): NameOf {
  if (version === 5) return shortName
  return (parts, { prefix, suffix } = {}) => joined([prefix, ...parts, suffix])
}

const joined = (words: readonly (string | undefined)[]) => words.filter((word) => word !== undefined).join(separator)

const shortName: NameOf = (parts, { prefix, suffix } = {}) => {
  const end = suffix && shortWords[suffix]
  const whole = joined([prefix, ...parts, end])
  if (whole.length <= longestName) return whole
  const separators = parts.length - 1 + (prefix ? 1 : 0) + (end ? 1 : 0)
  const available = longestName - (prefix?.length ?? 0) - (end?.length ?? 0) - separators
  const lengths = share(
    available,
    parts.map(({ length }) => length),
  )
  return joined([prefix, ...parts.map((part, index) => shortened(part, lengths[index] as number)), end])
}

/** Divides a length among parts: equally, and what short parts leave goes to the others, a character each in turn. */
function share(available: number, wanted: readonly number[]): readonly number[] {
  const each = Math.floor(available / wanted.length)
  const lengths = wanted.map((length) => Math.min(length, each))
  let rest = available - lengths.reduce((sum, length) => sum + length, 0)
  const isShort = (index: number) => (lengths[index] as number) < (wanted[index] as number)
  for (let growing = [...wanted.keys()].filter(isShort); rest > 0 && growing.length > 0; ) {
    for (const index of growing.slice(0, rest)) lengths[index] = (lengths[index] as number) + 1
    rest -= Math.min(rest, growing.length)
    growing = growing.filter(isShort)
  }
  return lengths
}

/** @throws Error if there is no room for a hash, in which case Strapi doesn't start either */
function shortened(part: string, length: number): string {
  if (part.length <= length) return part
  const start = length - hashLength
  if (start < shortestStart) throw new Error(`Strapi has no name of ${longestName} characters for ${part}`)
  const hash = createHash('shake256', { outputLength: Math.ceil(hashLength / 2) })
    .update(part)
    .digest('hex')
  return part.slice(0, start) + hash.slice(0, hashLength)
}
