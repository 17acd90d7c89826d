import { Agent, request as send } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { expect, it, onTestFinished } from 'vitest'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import type { ConfigInput } from '@content-api/core/config/schema'
import { createContentApi } from '../../src/index.js'
import { graphqlFields } from './graphql-fields.js'
import { type Alphabet, alphabets, hostileText } from './hostile-alphabets.js'
import type { HostileRequest } from './hostile-requests.js'
import { amount, projectFolder, startService } from './service-process.js'
import { pluginFields, type TextField, textFields } from './text-fields.js'

/** Bytes of a text in a body. Only the long run sends any: `hostile-text.test.ts` compares a sample with plain text. */
const bytes = amount('ALPHABET_BYTES', 0)
/** Characters of a text in an address or a header. Node accepts 16 kB of headers. */
const escaped = 15_000
/** The limit on the milliseconds for which one request may occupy the main thread. */
const below = amount('ALPHABET_WORK_BELOW', Number.POSITIVE_INFINITY)
/** A request over the limit is sent again: collected garbage may come from earlier requests. */
const rounds = 4
/** The alphabets; `ALPHABETS=` leaves only the mixture of them. */
const chosen = alphabets.filter((name) => (process.env['ALPHABETS']?.split(',') ?? alphabets).includes(name))

const url = 'https://app.example/signed-in'
const config = {
  url: 'https://cms.example',
  events: true,
  i18n: { locales: ['fr'] },
  auth: {
    jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' },
    rateLimit: { attempts: 1_000_000 },
    signInAsStrapi: true,
    sessions: {},
    providers: {
      club: { clientId: 'id', callbacks: [url], authorizationUrl: url, tokenUrl: url, profileUrl: url },
    },
  },
} satisfies ConfigInput

/** Creates the tables, a user with all permissions, and the configuration. Returns the schema of GraphQL, too. */
async function prepared(project: string, database: ReturnType<typeof sqliteDatabase>['connection']) {
  const api = await createContentApi({ project, database, development: true, config: { ...config, permissions: {} } })
  try {
    const actions = api.accounts.actions()
    const { id } = await api.accounts.createUser({ username: 'ada', email: 'a@example.com', password: 'Passw0rd!' })
    const body = JSON.stringify({ query: getIntrospectionQuery() })
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    const { data } = (await (await api.fetch(new Request('http://localhost/graphql', init))).json()) as {
      data: IntrospectionQuery
    }
    const reads = actions.filter((action) => /^api::.*\.find(One)?$/.test(action))
    const permissions = { public: reads, authenticated: actions }
    writeFileSync(join(project, 'content-api.config.json'), JSON.stringify({ ...config, permissions }))
    return { actions, token: await api.accounts.signIn(id), schema: buildClientSchema(data) }
  } finally {
    await api.close()
  }
}

interface Figure {
  readonly title: string
  readonly milliseconds: number
}

const lineOf = ({ title, milliseconds }: Figure) => `${milliseconds.toFixed(1).padStart(6)} ms  ${title}\n`

/** Returns a function that sends a request over a kept connection, with its path unchanged, and returns the status. */
function sender(origin: string) {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return ({ method, path, headers, body }: HostileRequest, credentials: Readonly<Record<string, string>>) =>
    new Promise<number>((resolve, reject) => {
      const sent = send(origin, { agent, method, path, headers: { ...credentials, ...headers } }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      sent.on('error', reject).end(body)
    })
}

it.runIf(bytes > 0)('no request of a hostile alphabet occupies the main thread', { timeout: 3_600_000 }, async () => {
  const { connection } = sqliteDatabase()
  const project = projectFolder()
  const { actions, token, schema } = await prepared(project, connection)
  const withoutBody = /\.(find|findOne|count|me|destroy|deleteRole|getPermissions|listLocales|upload)$/
  const ofPlugins = actions.filter((name) => name.startsWith('plugin::') && !withoutBody.test(name))
  const covered = Object.keys(pluginFields).map((name) => `plugin::${name}`)
  expect(covered.toSorted()).toEqual(ofPlugins.toSorted())

  const service = await startService(project, connection, { probed: true, environment: { NODE_ENV: 'production' } })
  const respond = sender(service.url)
  /** Returns the milliseconds of processor time that a request takes of the main thread: waits for other programs aren't counted. */
  async function workOf(field: TextField, alphabet: Alphabet, credentials: Readonly<Record<string, string>>) {
    const request = field.request(hostileText(alphabet, { bytes, escaped }))
    let least = Number.POSITIVE_INFINITY
    for (let round = 0; round < rounds && least > below; round++) {
      const before = await service.mainThreadTime()
      const status = await respond(request, credentials)
      const worked = (await service.mainThreadTime()) - before
      const isExpected = status < 500 || status === 503
      expect([field.title, alphabet, isExpected ? 'expected' : status]).toEqual([field.title, alphabet, 'expected'])
      least = Math.min(least, worked)
    }
    return least
  }
  const figures: Figure[] = []
  const measure = async (fields: readonly TextField[], some: readonly Alphabet[], isUser: boolean) => {
    const credentials: Record<string, string> = isUser ? { authorization: `Bearer ${token}` } : {}
    for (const field of fields) {
      for (const alphabet of some) {
        const title = `${field.title}, ${alphabet}${isUser ? ', with a token' : ''}`
        const milliseconds = await workOf(field, alphabet, credentials)
        figures.push({ title, milliseconds })
        // Immediately, because the whole run takes long.
        if (milliseconds > below) process.stdout.write(lineOf({ title, milliseconds }))
      }
    }
  }
  const variables = graphqlFields(schema)
  // The mixture first, which finds most mistakes within minutes.
  await measure([...textFields, ...variables], ['all'], false)
  await measure([...textFields, ...variables], ['all'], true)
  await measure(textFields, chosen, false)
  await measure([...textFields, ...variables], chosen, true)
  figures.sort((one, other) => other.milliseconds - one.milliseconds)
  const slowest = figures.slice(0, 40).map(lineOf)
  process.stdout.write(
    `${figures.length} requests to ${textFields.length + variables.length} fields\n${slowest.join('')}`,
  )
  expect(figures.filter(({ milliseconds }) => milliseconds > below)).toEqual([])
  expect(await service.stop()).toBe(0)
})
