import { type ConfigurationInput, UsageError } from '../profile/configuration.js'
import type { Generation } from '../profile/generation.js'
import { parseConfiguration } from '../profile/parse-configuration.js'
import { detectGeneration } from '../runner/detect-generation.js'
import { parseAddress } from '../target/address.js'
import { clientOf } from '../target/client-of.js'
import type { Fetch } from '../target/injected-fetch.js'
import { noJournal } from '../target/journal.js'
import { Session } from '../target/session.js'
import { compareContent, type Finding } from './compare-content.js'
import { type ContentSource, readContent, unreadable } from './read-content.js'

/** One of the services whose content is compared. */
export interface Service {
  readonly url: string | URL
  readonly token?: string | undefined
  /** Default: the network. */
  readonly fetch?: Fetch
}

/** The result of the comparison of one type. */
export interface TypeDiff {
  readonly type: string
  /** The numbers of entries, each locale counted. */
  readonly entries: { readonly before: number; readonly after: number }
  readonly findings: readonly Finding[]
}

export interface DiffOptions {
  /** The types as in their URLs: the plural, or the singular of a single type. */
  readonly types: readonly string[]
  /** Settings of both connections. */
  readonly configuration?: ConfigurationInput
  /** Called while entries are read. */
  readonly onRead?: (type: string, service: 'before' | 'after', entries: number) => void
}

/**
 * Compares the content of two services with the interface of Strapi 4 or 5, for example a Strapi 4 and the
 * Strapi 5 that was made from it. Only reads. Memory grows with the entries of one type: about 2 kB for each.
 * @throws UsageError if no type is named, or an address is invalid
 * @throws TargetError if a service can't be reached, or a list can't be read
 */
export async function* diffServices(before: Service, after: Service, options: DiffOptions): AsyncGenerator<TypeDiff> {
  const { types, onRead } = options
  if (types.length === 0) throw new UsageError('Name the types to compare, for example --type articles.')
  const one = await sourceOf(before, options)
  const other = await sourceOf(after, options)
  const withoutDrafts = one.generation !== other.generation
  for (const type of types) {
    const found = {
      before: await readContent(one, type, {
        withoutDrafts,
        onPage: (entries) => onRead?.(type, 'before', entries),
      }),
      after: await readContent(other, type, {
        withoutDrafts,
        onPage: (entries) => onRead?.(type, 'after', entries),
      }),
    }
    // A single type without an entry responds like an unknown address.
    if (found.before?.isSingle !== true && found.after === undefined) throw unreadable(other, type, 404)
    if (found.after?.isSingle !== true && found.before === undefined) throw unreadable(one, type, 404)
    const isSingle = found.before?.isSingle === true && found.after?.isSingle === true
    const [old, now] = [found.before?.entries ?? [], found.after?.entries ?? []]
    yield { type, entries: { before: old.length, after: now.length }, findings: compareContent(old, now, isSingle) }
  }
}

async function sourceOf({ url, token, fetch }: Service, options: DiffOptions): Promise<ContentSource> {
  const configuration = parseConfiguration(
    { ...options.configuration, tokens: token === undefined ? {} : { full: token } },
    'The configuration',
  )
  const client = clientOf(configuration, parseAddress(url), fetch)
  const generation = await generationOfService(
    new Session(
      {
        client,
        configuration,
        profile: { capabilities: new Set(), source: 'declared', limits: configuration.limits },
        journal: noJournal,
        run: 'diff',
        mayWrite: false,
      },
      'diff',
      'set-up',
    ),
    options.types,
  )
  return { client, generation, token }
}

async function generationOfService(session: Session, types: readonly string[]): Promise<Generation> {
  const found = await detectGeneration(
    session,
    types.map((type) => `/api/${type}`),
  )
  if (found !== null) return found
  const { origin } = session.target.client.options.baseUrl
  throw new UsageError(
    `The responses of ${origin} don't show whether its interface is that of Strapi 4 or 5. Check the address, the token and the types.`,
  )
}
