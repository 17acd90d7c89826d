import { isRecord } from '../check/read.js'
import { type Configuration, UsageError } from '../profile/configuration.js'
import type { Session } from '../target/session.js'
import { isFilterable, LeftBehind, tryWritable, type Writable } from './try-writable.js'

type Configured = NonNullable<Configuration['writable']>

/** A small number, because each attempt creates two entries and deletes them. */
const mostCandidates = 6

/** A value that a text attribute accepts, and that a uid, an email or an enumeration rejects. */
const demandingText = 'Tried: Ærø, 日本, 100 % <b>'

/**
 * Returns the content type that tier 1 writes to, with its two text attributes. Attributes that the
 * configuration names are tried. Others are detected: text attributes of existing entries, tried in pairs.
 * @throws UsageError if entries can't be created as configured, or no pair of attributes works
 */
export async function chooseWritable(session: Session, configured: Configured): Promise<Writable> {
  try {
    return await choose(session, configured)
  } catch (error) {
    // Nothing remains that `clean` would have to delete.
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
      `The first entries show fewer than two text attributes of '${type}': name them, for example ${example}.`,
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
    `No two text attributes of '${type}' accept the values of the suite (tried ${names.join(', ')}). Name two that are not required and not unique, for example ${example}, and pass the values that a new entry requires with --values '{"kind":"news"}'. The last attempt: ${reason}`,
  )
}

/** Returns the names of the text attributes that the first entries have and filters support. */
async function textAttributes(session: Session, type: string): Promise<string[]> {
  const path = `/api/${type}`
  const { body } = await session.get(path, { pagination: { pageSize: 25 } })
  const data = isRecord(body) && Array.isArray(body.data) ? (body.data as unknown[]) : []
  const columns = new Map<string, unknown[]>()
  for (const entry of data) {
    for (const [name, value] of Object.entries(session.view.entry(entry)?.attributes ?? {}))
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
