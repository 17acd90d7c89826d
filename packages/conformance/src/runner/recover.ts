import { isRecord, read } from '../check/read.js'
import { isSingle } from '../content-model/type-names.js'
import { anyState, clean, isBare, type Leftover, recordOf } from '../fixtures/cleaner.js'
import { type ConfigurationInput, UsageError } from '../profile/configuration.js'
import { nearMiss } from '../profile/near-miss.js'
import { parseConfiguration } from '../profile/parse-configuration.js'
import { type Fetch, HttpClient } from '../target/http-client.js'
import { type Intent, journalledRuns, noJournal, readJournal, removeJournal } from '../target/journal.js'
import { mayWrite } from '../target/live-safety.js'
import { Session } from '../target/session.js'

export interface RecoverOptions {
  readonly run: string
  readonly configuration?: ConfigurationInput
  readonly allowWrites?: string
  readonly fetch?: Fetch
}

const pageSize = 100

/** The ids of the entries that carry the marker of an intent whose answer never came. */
async function idsOf(session: Session, { path, marker, attribute }: Intent): Promise<number[]> {
  if (isSingle(path)) {
    const { body } = await session.get(path)
    const id = read(body, 'data.id')
    return typeof id === 'number' && recordOf(body)?.[attribute] === marker ? [id] : []
  }
  if (isBare(path)) {
    return numericIds((await session.get(path, { filters: { [attribute]: { $startsWith: marker } } })).body)
  }
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const query = { filters: { [attribute]: { $eq: marker } }, sort: 'id', pagination: { page, pageSize } }
    const found = numericIds(read((await session.get(path, { ...query, ...anyState(path) })).body, 'data'))
    ids.push(...found)
    if (found.length < pageSize) return ids
  }
}

const numericIds = (entries: unknown): number[] =>
  Array.isArray(entries)
    ? entries.flatMap((entry: unknown) => (isRecord(entry) && typeof entry['id'] === 'number' ? [entry['id']] : []))
    : []

/**
 * Takes away what an interrupted run left, from its journal: by id alone, and only where the marker is found.
 * @returns what could not be taken away, and how many entries were looked at
 * @throws UsageError when there is no journal of that run, or the target may not be written to
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
    const hint = known.length > 0 ? `${nearMiss(run, known)} (${known.join(', ')})` : ': there are no journals at all'
    throw new UsageError(`There is no journal of run '${run}' in ${settings.journal}${hint}`)
  }
  const baseUrl = new URL(start.url)
  if (!fetch && !mayWrite(baseUrl, allowWrites)) {
    throw new UsageError(
      `Run ${run} wrote to ${baseUrl.host}, which is not this machine: add --allow-writes ${baseUrl.host}`,
    )
  }
  const client = new HttpClient({
    baseUrl,
    ...(fetch ? { fetch } : {}),
    timeoutMilliseconds: settings.timeout,
    requestsPerSecond: settings.requestsPerSecond ?? Number.POSITIVE_INFINITY,
    headers: settings.headers,
  })
  const profile = { capabilities: new Set<never>(), source: 'declared', limits: settings.limits } as const
  const session = new Session(
    { client, configuration: settings, profile, journal: noJournal, run, mayWrite: true },
    run,
    'clean-up',
  )
  for (const line of lines) if (line.at === 'made') session.remember(line)
  const intents = new Map(
    lines.flatMap((line) => (line.at === 'intent' ? [[`${line.path} ${line.marker}`, line] as const] : [])),
  )
  for (const intent of intents.values()) {
    for (const id of await idsOf(session, intent)) session.remember({ ...intent, id })
  }
  const entries = session.made.length
  const leftovers = await clean(session)
  if (leftovers.length === 0) removeJournal(settings.journal, run)
  return { leftovers, entries }
}
