import { createHash } from 'node:crypto'

/** PostgreSQL silently cuts identifiers at 63 bytes. */
const maximum = 63

/**
 * Returns a name that fits both databases. A longer name keeps its start and ends with a digest of the full
 * name.
 */
export function identifier(name: string): string {
  return Buffer.byteLength(name) <= maximum ? name : withDigest(name, name)
}

/** Returns the start of a name and a digest of the key, in 63 bytes. */
function withDigest(name: string, key: string): string {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 10)
  let start = name.slice(0, maximum - digest.length - 1)
  while (Buffer.byteLength(start) > maximum - digest.length - 1) start = start.slice(0, -1)
  return `${start}_${digest}`
}

/** Characters that error messages of databases or other parts of SQL could confuse. */
const unusual = /[^\p{L}\p{N}_ -]/gu

/**
 * The names of one namespace, such as the columns of a table. SQLite ignores case in names, so names that
 * differ only in case count as equal.
 */
export class NameClaims {
  readonly #taken = new Set<string>()

  constructor(reserved: Iterable<string>) {
    for (const name of reserved) this.#taken.add(name.toLowerCase())
  }

  /**
   * Takes a name. If it is taken already, or not valid, the result ends with a digest of the key. So it
   * depends on no other name that is added or removed later.
   */
  claim(wanted: string, key: string): string {
    const plain = wanted.replaceAll(unusual, '_')
    let name = plain === wanted ? identifier(wanted) : withDigest(plain, key)
    for (let attempt = 0; this.#taken.has(name.toLowerCase()); attempt++) {
      name = withDigest(plain, attempt === 0 ? key : `${key} ${attempt}`)
    }
    this.#taken.add(name.toLowerCase())
    return name
  }
}

/** Quotes an identifier, in the same way for both dialects. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a string literal, for names of the model only. Values of a request are always bound. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
