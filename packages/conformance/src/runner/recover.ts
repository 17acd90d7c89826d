import { read } from '../check/read.js'
import { isSingle } from '../content-model/type-names.js'
import { anyState, isBare, type Leftover, recordOf, removeAll } from '../fixtures/cleaner.js'
import { type Configuration, type ConfigurationInput, UsageError } from '../profile/configuration.js'
import { nearMiss } from '../profile/near-miss.js'
import { parseConfiguration } from '../profile/parse-configuration.js'
import { clientOf } from '../target/client-of.js'
import type { Fetch } from '../target/injected-fetch.js'
import { type JournalLine, journalledRuns, noJournal, readJournal, removeJournal } from '../target/journal.js'
import { idPath } from '../target/entry-view.js'
import { mayWrite } from '../target/live-safety.js'
import { type Made, Session } from '../target/session.js'

export interface RecoverOptions {
  readonly run: string
  readonly configuration?: ConfigurationInput
  readonly allowWrites?: string
  readonly fetch?: Fetch
}

const pageSize = 100

/** A path, its marker attribute and the filter that finds the entries of the run. */
interface Search {
  readonly path: string
  readonly attribute: string
  readonly filter: Readonly<Record<string, string>>
  readonly isOurs: (value: string) => boolean
}

const searches = (line: JournalLine): readonly Search[] => {
  if (line.at !== 'intent' && line.at !== 'reach') return []
  const { path, attribute } = line
  const prefix = line.at === 'reach' ? line.prefix : line.marker
  const begins = {
    path,
    attribute,
    filter: { $startsWith: prefix },
    isOurs: (value: string) => value.startsWith(prefix),
  }
  if (line.at === 'reach' || isBare(path)) return [begins]
  return [{ ...begins, filter: { $eq: line.marker }, isOurs: (value) => value === line.marker }]
}

/** Returns the entries with a marker of the run, including those whose create request got no response. */
async function find(session: Session, { path, attribute, filter, isOurs }: Search): Promise<Made[]> {
  const { view } = session
  const made = (id: unknown, value: unknown): Made[] =>
    (typeof id === 'number' || typeof id === 'string') && typeof value === 'string' && isOurs(value)
      ? [{ path, attribute, id, marker: value }]
      : []
  if (isSingle(path)) {
    const { body } = await session.get(path)
    return made(read(body, idPath(view)), recordOf(session, body)?.[attribute])
  }
  const filters = { [attribute]: filter }
  if (isBare(path)) {
    return entriesOf((await session.get(path, { filters })).body).flatMap((row) =>
      made(read(row, 'id'), read(row, attribute)),
    )
  }
  const found: Made[] = []
  for (let page = 1; ; page++) {
    const query = { filters, sort: view.idAttribute, pagination: { page, pageSize }, ...anyState(view, path) }
    const { body } = await session.get(path, query)
    const rows = entriesOf(read(body, 'data'))
    for (const entry of rows.flatMap((row) => view.entry(row) ?? []))
      found.push(...made(entry.id, entry.attributes[attribute]))
    if (!(page < Number(read(body, 'meta.pagination.pageCount')))) return found
  }
}

const entriesOf = (list: unknown): unknown[] => (Array.isArray(list) ? (list as unknown[]) : [])

/** Returns the entries that were created and not deleted, according to the journal. */
function left(lines: readonly JournalLine[]): Iterable<Made> {
  const made = new Map<string, Made>()
  for (const line of lines) {
    if (line.at === 'made') made.set(`${line.path} ${line.id}`, line)
    if (line.at === 'removed') made.delete(`${line.path} ${line.id}`)
  }
  return made.values()
}

/**
 * Deletes what an interrupted run left, according to its journal: only by id, and only entries with its
 * marker.
 * @returns the entries that could not be deleted, and the number of entries that were checked
 * @throws UsageError if there is no journal of that run, or the suite may not write to the target
 */
export async function recover({
  run,
  configuration,
  allowWrites,
  fetch,
}: RecoverOptions): Promise<{ readonly leftovers: Leftover[]; readonly entries: number }> {
  const settings = parseConfiguration(configuration ?? {}, 'The configuration')
  const lines = readJournal(settings.journal, run)
  const start = lines.find((line) => line.at === 'run')
  if (!start) {
    const known = journalledRuns(settings.journal)
    const hint = known.length > 0 ? `${nearMiss(run, known)} There are ${known.join(', ')}.` : ': no journals found.'
    throw new UsageError(`No journal found of run '${run}' in ${settings.journal}${hint}`)
  }
  const baseUrl = new URL(start.url)
  if (!fetch && !mayWrite(baseUrl, allowWrites)) {
    throw new UsageError(
      `Run ${run} wrote to ${baseUrl.host}, which is not this machine: add --allow-writes ${baseUrl.host}`,
    )
  }
  const configured: Configuration = start.generation === 'strapi-5' ? { ...settings, profile: 'strapi-5' } : settings
  const client = clientOf(configured, baseUrl, fetch)
  const profile = { capabilities: new Set<never>(), source: 'declared', limits: settings.limits } as const
  const session = new Session(
    { client, configuration: configured, profile, journal: noJournal, run, mayWrite: true },
    run,
    'clean-up',
  )
  for (const made of left(lines)) session.remember(made)
  for (const search of lines.flatMap(searches)) {
    for (const made of await find(session, search)) session.remember(made)
  }
  const entries = session.made.length
  const leftovers = await removeAll(session, [session.made.toReversed()], 1)
  if (leftovers.length === 0) removeJournal(settings.journal, run)
  return { leftovers, entries }
}
