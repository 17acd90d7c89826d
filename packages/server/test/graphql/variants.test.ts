import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../replay/exchange.js'
import { type ReplayServer, type ServerVariant, startServer } from '../replay/server.js'
import { Session } from '../replay/session.js'
import { newDatabases } from '../../../../tests/support/postgres.js'
import { recordedExtension } from '../support/recorded-extension.js'

type Recorded = Exchange & { readonly variant: string }

interface Expected {
  readonly status: number
  readonly body: Body
}

interface Body {
  readonly data?: unknown
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[]
}

const file = fileURLToPath(new URL('../oracle/variants.jsonl', import.meta.url))
const recorded = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Recorded)

const variants: Readonly<Record<string, ServerVariant>> = {
  'gql-ext': { register: recordedExtension },
  'gql-depth7': { graphql: { depthLimit: 7 } },
  'gql-depth-amount': { graphql: { depthLimit: 7 } },
  'prod-playground': { development: false, graphql: { playgroundAlways: true } },
  'prod-playground-introspection': {
    development: false,
    graphql: { playgroundAlways: true, apolloServer: { introspection: true } },
  },
}

/** The expected responses that differ from the recording, and why. */
const decisions: readonly { readonly ids: RegExp; readonly because: string; readonly expected: Partial<Expected> }[] = [
  {
    ids: /ext-policy-undefined$/,
    because: 'a policy must return true',
    expected: { body: { data: { helloPolicyUndef: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] } },
  },
  {
    ids: /list-neg1$/,
    because: 'a list of all entries has at most amountLimit entries, and the pagination says so',
    expected: { body: { data: { tags: { data: ids(1, 12), meta: page({ page: 1, pageSize: 100, pageCount: 1 }) } } } },
  },
  {
    ids: /page2$/,
    because: 'a page without a size has the default size',
    expected: { body: { data: { tags: { data: ids(11, 12), meta: page({ page: 2, pageSize: 10, pageCount: 2 }) } } } },
  },
  {
    ids: /prod-playground.*\.internal$/,
    because: 'null has the same meaning as no pagination',
    expected: { body: { data: { tags: { data: ids(1, 10) } } } },
  },
]

function ids(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) => ({ id: String(first + index) }))
}

function page(numbers: { page: number; pageSize: number; pageCount: number }) {
  return { pagination: { total: 12, ...numbers } }
}

const times = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/**
 * The compared part of a response: the status, whether the body is an HTML page, the codes of errors, and the
 * data without the introspected schema.
 */
function essence(id: string, response: Expected) {
  const { status, body } = response
  if (typeof body === 'string') return { status, page: true }
  const { errors, ...rest } = JSON.parse(JSON.stringify(body).replaceAll(times, '<now>')) as Body
  const codes = errors && [...new Set(errors.map(({ extensions }) => extensions?.code))]
  return { status, codes, ...(id.endsWith('depth-introspection') ? {} : rest) }
}

describe.each(newDatabases)('on %s', (_name, newDatabase) => {
  describe.each(Object.entries(variants))('a server configured as %s', (name, variant) => {
    const exchanges = recorded.filter(({ variant, response }) => variant === name && response)
    let server: ReplayServer
    let session: Session

    beforeAll(async () => {
      server = await startServer((await newDatabase()).connection, variant)
      session = new Session(server.port, server.nextMailCode)
    })
    afterAll(() => server?.close())

    it('has recorded exchanges', () => {
      expect(exchanges.length).toBeGreaterThan(2)
    })

    it.each(exchanges.map((exchange) => [exchange.id, exchange] as const))(
      'has the expected response: %s',
      async (id, exchange) => {
        const ours = await session.send(session.filled(exchange))
        const theirs = exchange.response as NonNullable<Exchange['response']>
        const decision = decisions.find(({ ids }) => ids.test(id))
        const expected = { status: theirs.status, body: theirs.body as Body, ...decision?.expected }
        expect(essence(id, ours as Expected)).toEqual(essence(id, expected))
      },
    )
  })
})
