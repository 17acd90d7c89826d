import { isRecord, read } from '../check/read.js'
import { namesOf } from '../content-model/type-names.js'
import type { Capability } from '../profile/capability.js'
import type { Exchange } from '../target/exchange.js'
import type { Session } from '../target/session.js'

/**
 * Checks whether a target has a capability. Changes nothing, and returns true only if a response, the SDL
 * file or the adapter shows the capability.
 */
type Probe = (session: Session) => Promise<boolean>

const isList = (response: Exchange) => response.status === 200 && Array.isArray(read(response.body, 'data'))

const lists =
  (path: string, query: Record<string, unknown> = {}): Probe =>
  async (session) =>
    isList(await session.get(path, { ...query, pagination: { pageSize: 1 } }))

const article = namesOf('article').path

/** The parameters with which a list of a type with drafts contains them. */
const draftQuery = ({ view }: Session) => view.anyState({ drafts: true, localized: false })

export const probes = {
  draftAndPublish: (session) => lists(article, draftQuery(session))(session),
  components: lists(article, { populate: { zone: { populate: '*' } } }),
  media: async (session) => {
    const response = await session.get('/api/upload/files')
    return response.status === 200 && Array.isArray(response.body)
  },
  i18n: async (session) =>
    isList(await session.get(namesOf('page').path, { locale: session.target.configuration.locales.other })),
  creatorFields: lists(namesOf('category').path, { populate: ['createdBy'] }),
  graphql: async (session) => {
    const response = await session.graphql('{ __typename }')
    return read(response.body, 'data.__typename') === 'Query'
  },
  introspection: async (session) => {
    if (session.target.schema) return true
    const response = await session.graphql('{ __schema { queryType { name } } }')
    return typeof read(response.body, 'data.__schema.queryType.name') === 'string'
  },
  permissions: async (session) => {
    const vault = await session.get(namesOf('vault').path, undefined, { as: 'public' })
    const open = await session.get(namesOf('tag').path, undefined, { as: 'public' })
    return vault.status === 403 && open.status === 200
  },
  apiTokens: async (session) => {
    if (session.target.configuration.tokens.full === undefined) return false
    const response = await session.get(namesOf('tag').path, undefined, { as: { token: 'surely-not-a-token' } })
    return response.status === 401
  },
  accounts: async (session) => {
    const response = await session.request('POST', '/api/auth/local', { as: 'public', body: {} })
    return response.status === 400 && isRecord(read(response.body, 'error'))
  },
  strictParams: async (session) =>
    (await session.get(namesOf('tag').path, { surelyNotAParameter: '1' })).status === 400,
  arrayAttribute: lists(namesOf('list').path),
  playground: async (session) => {
    const response = await session.get(session.target.configuration.graphqlPath, undefined, {
      headers: { accept: 'text/html' },
    })
    return response.status === 200 && (response.headers['content-type'] ?? '').includes('text/html')
  },
  // Only an adapter in this process can offer it.
  inproc: (session) => Promise.resolve(session.target.inproc !== undefined),
} as const satisfies Record<Capability, Probe>

/** The capabilities that can be detected without the content model. */
export const withoutModel: ReadonlySet<Capability> = new Set([
  'graphql',
  'introspection',
  'accounts',
  'media',
  'playground',
  'inproc',
])

/** What the response to a probe shows about a capability. */
export interface Finding {
  readonly shows: 'present' | 'absent' | 'unclear'
  /** The last response, as the end of a sentence; undefined if the probe sent no request. */
  readonly seen?: string
}

/**
 * Checks all capabilities. Those that need the content model are checked only if the target runs it. A
 * response with status 5xx doesn't show that the target lacks one.
 */
export async function probe(session: Session, hasModel: boolean): Promise<Map<Capability, Finding>> {
  const findings = new Map<Capability, Finding>()
  for (const name of Object.keys(probes) as Capability[]) {
    if (!hasModel && !withoutModel.has(name)) continue
    const before = session.exchanges.length
    const isPresent = await probes[name](session)
    const sent = session.exchanges.slice(before)
    const last = sent.at(-1)
    findings.set(name, {
      shows: isPresent ? 'present' : sent.some(({ status }) => status >= 500) ? 'unclear' : 'absent',
      ...(last && { seen: `${last.method} ${new URL(last.url).pathname} returned status ${last.status}` }),
    })
  }
  return findings
}

/** Returns the capabilities with one of these findings. */
export const shownAs = (
  findings: ReadonlyMap<Capability, Finding>,
  ...wanted: readonly Finding['shows'][]
): Set<Capability> => new Set([...findings].flatMap(([name, { shows }]) => (wanted.includes(shows) ? [name] : [])))
