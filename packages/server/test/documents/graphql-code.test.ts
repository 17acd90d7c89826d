import { readFileSync } from 'node:fs'
import { isRecord } from '@content-api/model'
import { beforeAll, describe, expect, it } from 'vitest'
import { authorizationOf } from '../beside/strapi5/served-project.js'
import { type DocumentServer, openRecordedServer } from './served-documents.js'

/** An operation that Strapi 5.54 has answered with the code in `data/graphql-code.txt`. */
interface Exchange {
  readonly id: string
  /** The value of the header `x-mode`, which chooses what the code does. */
  readonly mode?: string
  readonly role: string
  readonly query: string
  readonly answer: unknown
}

const read = (name: string) => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')
const recorded = read('graphql-code.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Exchange)

const project = {
  'src/index.js': read('graphql-code.txt'),
  'src/policies/one-entry.js': 'module.exports = ({ args }) => args.pagination?.limit === 1',
  'src/policies/signed-in.js': 'module.exports = ({ state }) => state.isAuthenticated === true',
  'src/policies/nobody.js': 'module.exports = () => false',
}

async function ask(server: DocumentServer, { query, role, mode }: Omit<Exchange, 'id' | 'answer'>): Promise<unknown> {
  const authorization = authorizationOf(role)
  const response = await server.fetch(
    new Request('http://127.0.0.1/graphql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(mode !== undefined && { 'x-mode': mode }),
      },
      body: JSON.stringify({ query }),
    }),
  )
  return response.json()
}

/** Responses that differ, and why. */
const decided: Readonly<Record<string, string>> = {
  'fault.4': 'messages of faults are hidden',
  'nothing.5': 'messages of faults are hidden',
  'plain.21': 'hasPublishedVersion is only passed as publicationFilter',
  'plain.29': 'a draft that code returns shows the drafts that it is linked with',
  'plain.37': 'visitors are not authenticated',
  'data.48': 'the recorded id is not random',
  'result.51': 'the response of a mutation shows one version of linked documents',
}

/** Lists that PostgreSQL has in another order than the recorded database. */
const ordered = {
  sqlite: [],
  postgres: ['log.8', 'hook.22', 'plain.26', 'plain.33', 'plain.46', 'plain.63'],
}

interface GraphqlError {
  readonly path: readonly unknown[]
  readonly extensions: unknown
}

/** Returns a response without the order of concurrent fields, of keys, and places in the document. */
function comparable(answer: unknown): unknown {
  const { errors, data } = answer as { errors?: GraphqlError[]; data?: { seen?: string[] } }
  const seen = data?.seen
    ?.map((line) => line.replace(/\{.*/, (parameters) => sorted(JSON.parse(parameters))))
    .toSorted()
  const reported = errors?.map(({ path, extensions }) => sorted({ path, extensions })).toSorted()
  return { errors: reported, data: seen ? { seen } : data }
}

const sorted = (value: object): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

describe.each(['sqlite', 'postgres'] as const)('GraphQL around code of a Strapi 5 project, on %s', (dialect) => {
  let server: DocumentServer

  beforeAll(async () => {
    server = await openRecordedServer(dialect, project)
  })

  it('has the responses of Strapi', async () => {
    const different: string[] = []
    for (const exchange of recorded) {
      const answer = comparable(await ask(server, exchange))
      if (JSON.stringify(answer) !== JSON.stringify(comparable(exchange.answer))) different.push(exchange.id)
    }
    expect(different.toSorted()).toEqual([...Object.keys(decided), ...ordered[dialect]].toSorted())
  })

  it('runs middlewares and hooks that are added after the first request', async () => {
    const request = { query: '{ specimens(pagination: { limit: 1 }) { str } }', role: 'full' }
    const first = await ask(server, request)
    const remove = server.service.documents.use(async ({ uid }, next) => {
      const result = await next()
      return uid === 'api::specimen.specimen' ? [{ id: 1, str: 'by code' }] : result
    })
    expect(await ask(server, request)).toEqual({ data: { specimens: [{ str: 'by code' }] } })
    remove()
    expect(await ask(server, request)).toEqual(first)
  })
})

it('a mistake in an extension prevents the start', async () => {
  const use = `strapi.plugin('graphql').service('extension').use`
  const open = (extension: string) =>
    openRecordedServer('sqlite', {
      'src/index.js': `module.exports = { register({ strapi }) { ${use}(${extension}) } }`,
    })
  await expect(open(`{ resolversConfig: { 'Query.tags': { policies: ['global::missing'] } } }`)).rejects.toThrow(
    'missing',
  )
  await expect(open(`{ typeDefs: 'extend type Query {' }`)).rejects.toThrow('typeDefs')
})
