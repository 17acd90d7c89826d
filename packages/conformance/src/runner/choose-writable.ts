import { isRecord } from '../check/read.js'
import { type Configuration, UsageError } from '../profile/configuration.js'
import type { Session } from '../target/session.js'
import { isFilterable, LeftBehind, tryWritable, type Writable } from './try-writable.js'

type Configured = NonNullable<Configuration['writable']>

/** Each attempt makes two entries and deletes them, so that there are few. */
const mostCandidates = 6

/** A value that a plain text attribute takes, and that a uid, an email or an enumeration rejects. */
const demandingText = 'Tried: Ærø, 日本, 100 % <b>'

/**
 * Returns the content type that tier 1 writes to with its two text attributes. Those that the configuration names are tried;
 * those that it leaves out are found: attributes of existing entries that hold text, tried one pair after the other.
 * @throws UsageError when entries cannot be made as configured, or no two attributes will do
 */
export async function chooseWritable(session: Session, configured: Configured): Promise<Writable> {
  try {
    return await choose(session, configured)
  } catch (error) {
    // Nothing is left that `clean` would have to delete.
    if (!(error instanceof LeftBehind)) session.target.journal.close(true)
    throw error
  }
}

async function choose(session: Session, { type, marker, attribute, values }: Configured): Promise<Writable> {
  if (marker !== undefined && attribute !== undefined) {
    const named = { type, marker, attribute, values }
    await tryWritable(session, named)
    return named
  }
  const names = (await textAttributes(session, type)).filter((name) => !(name in values))
  const pairs = (marker === undefined ? names : [marker]).flatMap((first) =>
    (attribute === undefined ? names : [attribute])
      .filter((second) => second !== first)
      .map((second) => ({ type, marker: first, attribute: second, values })),
  )
  const example = `--writable ${type}:title,text`
  if (pairs.length === 0)
    throw new UsageError(
      `No two text attributes show in the first entries of '${type}': name them, for example ${example}.`,
    )
  let reason = ''
  for (const pair of pairs) {
    try {
      await tryWritable(session, pair, demandingText)
      return pair
    } catch (error) {
      if (!(error instanceof UsageError) || error instanceof LeftBehind) throw error
      reason = error.message
    }
  }
  throw new UsageError(
    `No two text attributes of '${type}' take the values of the suite (tried ${names.join(', ')}). Name two that are neither required nor unique, for example ${example}, and give what a new entry needs besides with --values '{"kind":"news"}'. The last attempt: ${reason}`,
  )
}

/** The names of attributes that hold text in the first entries, and that filters find. */
async function textAttributes(session: Session, type: string): Promise<string[]> {
  const path = `/api/${type}`
  const { body } = await session.get(path, { pagination: { pageSize: 25 } })
  const data = isRecord(body) && Array.isArray(body.data) ? (body.data as unknown[]) : []
  const columns = new Map<string, unknown[]>()
  for (const entry of data) {
    for (const [name, value] of Object.entries(isRecord(entry) && isRecord(entry.attributes) ? entry.attributes : {}))
      columns.set(name, [...(columns.get(name) ?? []), value])
  }
  const found: string[] = []
  for (const [name, column] of columns) {
    const texts = column.filter((value) => value !== null)
    const isText = texts.length > 0 && texts.every((value) => typeof value === 'string') && !/At$|^locale$/.test(name)
    if (isText && found.length < mostCandidates && (await isFilterable(session, path, name))) found.push(name)
  }
  return found
}
