// The tests read members of responses, for which types would only repeat the query.
// oxlint-disable typescript/no-explicit-any
import type { Connection } from '@content-api/engine/database'
import {
  type ContentApi,
  type ContentApiOptions,
  createContentApi,
  type Failure,
  type FlatEntry,
} from '../../src/index.js'

/** Notes, a single type, and lines: the journal in which the hooks note that they ran. */
const contentTypes = {
  'api::note.note': {
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: {
      title: { type: 'string', required: true },
      slug: { type: 'string', required: true, unique: true },
      stars: { type: 'integer', max: 5 },
      secret: { type: 'password' },
      lines: { type: 'relation', relation: 'oneToMany', target: 'api::line.line', mappedBy: 'note' },
    },
  },
  'api::line.line': {
    info: { singularName: 'line', pluralName: 'lines' },
    attributes: {
      text: { type: 'string', unique: true },
      note: { type: 'relation', relation: 'manyToOne', target: 'api::note.note', inversedBy: 'lines' },
    },
  },
  'api::moment.moment': {
    info: { singularName: 'moment', pluralName: 'moments' },
    attributes: {
      day: { type: 'date' },
      clock: { type: 'time' },
      instant: { type: 'datetime' },
      stamp: { type: 'timestamp' },
      text: { type: 'string', maxLength: 3 },
      count: { type: 'integer', max: 10 },
      large: { type: 'biginteger' },
      ratio: { type: 'float' },
      flag: { type: 'boolean' },
      mood: { type: 'enumeration', enum: ['good', 'bad'] },
      more: { type: 'json' },
    },
  },
  'api::front.front': {
    kind: 'singleType',
    info: { singularName: 'front', pluralName: 'fronts' },
    attributes: { title: { type: 'string' } },
  },
} as const

export interface HookedService {
  readonly api: ContentApi
  /** The errors that the service has logged. */
  readonly failures: Failure[]
  readonly ask: (
    line: string,
    body?: unknown,
    token?: string,
  ) => Promise<{ status: number; headers: Headers; body: any }>
  readonly graphql: (query: string) => Promise<{ data?: any; errors?: any[] }>
  /** Returns the lines of the journal, in the order in which they were written. */
  readonly lines: () => Promise<string[]>
}

export async function openHooked(
  database: Connection,
  { config = {}, ...options }: Omit<ContentApiOptions, 'contentTypes' | 'components' | 'project'> = {},
): Promise<HookedService> {
  const failures: Failure[] = []
  const api = await createContentApi({
    database,
    contentTypes,
    config: { auth: { jwt: { secret: 'a secret of the tests, thirty-two bytes' } }, ...config },
    log: (failure) => void failures.push(failure),
    ...options,
  })
  const ask: HookedService['ask'] = async (line, body, token) => {
    const [method = '', path = ''] = line.split(' ')
    const response = await api.fetch(
      new Request(`http://service.example${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    }
  }
  return {
    api,
    failures,
    ask,
    graphql: async (query) => (await ask('POST /graphql', { query })).body,
    async lines() {
      const { body } = await ask('GET /api/lines?sort=id&pagination[pageSize]=100')
      return body.data.map(({ attributes }: { attributes: FlatEntry }) => attributes['text'])
    },
  }
}
