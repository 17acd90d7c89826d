import * as fc from 'fast-check'
import jwt from 'jsonwebtoken'
import { Client } from 'pg'
import { openReadOnlyDatabase } from '@content-api/engine/database'
import { createStrapiLayout, type StrapiVersion } from '@content-api/strapi-tables/layout'
import type { Registry } from '@content-api/model'
import { createIdentify, type Identify } from '@content-api/capabilities/accounts/identify'
import { createStrapiAccounts } from '@content-api/strapi-reads/accounts/strapi-accounts'
import { LeftToStrapi } from '@content-api/strapi-reads/left-to-strapi'
import type { Caller } from '@content-api/core/entries/caller'
import { strapiDigest } from '@content-api/core/secrets/digest'
import { insertAccounts, isRegistered, type RandomAccounts, randomAccounts } from './accounts/random-accounts.js'
import { HttpClient } from './http-client.js'
import { type ProofTarget, recordedSecrets } from './recorded-project.js'
import { type DatabaseAddress, onSqlite } from './recorded-rows.js'
import { recordedVersions } from './recorded-versions.js'
import type { Report } from './report.js'
import { timeZone, withProject } from './two-sides.js'

export interface CallerOptions {
  readonly seed: number
  /** Random tables of roles, permissions, users and tokens. */
  readonly tables: number
}

const hour = 3_600_000

/** A request and the actions that it needs. */
interface Probe {
  readonly path: string
  readonly may: (caller: Caller) => boolean
}

const probe = (path: string, action: string): Probe => ({ path, may: (caller) => caller.may(action) })

const probesOf = (version: StrapiVersion): readonly Probe[] => [
  probe(`/api/articles/${recordedVersions[version].idOf('article', 1)}`, 'api::article.article.findOne'),
  probe('/api/categories', 'api::category.category.find'),
  probe('/api/tags', 'api::tag.tag.find'),
  probe('/api/i18n/locales', 'plugin::i18n.locales.listLocales'),
  probe('/api/upload/files', 'plugin::upload.content-api.find'),
  probe('/api/users', 'plugin::users-permissions.user.find'),
  probe('/api/users/count', 'plugin::users-permissions.user.count'),
  {
    path: '/api/users/me',
    may: (caller) => caller.kind === 'user' && caller.may('plugin::users-permissions.user.me'),
  },
]

/** Relations of articles, and the types that they lead to. */
const relations = { category: 'api::category.category', tags: 'api::tag.tag', author: 'api::author.author' }

/**
 * Writes random roles, permissions, users and tokens into the tables of a running Strapi. What this server
 * allows each caller must be what Strapi allows it.
 */
export async function compareCallers(
  target: ProofTarget,
  { seed, tables }: CallerOptions,
  report: Report,
): Promise<void> {
  const { name, version } = target
  report.say(`\ncallers, ${name}, seed ${seed}`)
  await withProject(target, report.say, async (project) => {
    const strapi = await project.start()
    const client = new HttpClient(strapi.url)
    const change = await openForChanges(project.database)
    const registry = await recordedVersions[version].loadModel()
    const layout = createStrapiLayout(registry, { dialect: project.database.dialect, timeZone, version })
    const database = await openReadOnlyDatabase({ registry, layout, connection: project.database })
    const options = { database, version, jwtSecret: recordedSecrets.jwt, apiTokenSalt: recordedSecrets.apiTokenSalt }
    let elapsed = 0
    const accounts = createStrapiAccounts({ ...options, isAction: isRegistered, elapsed: () => elapsed })
    const sides: Sides = {
      ...target,
      registry,
      identify: createIdentify(accounts),
      client,
      report,
      counts: newCounts(),
    }
    try {
      for (const random of fc.sample(randomAccounts, { seed, numRuns: tables })) {
        const digest = (token: string) => strapiDigest(token, recordedSecrets.apiTokenSalt)
        const time = (hours: number) => change.time(Date.now() + hours * hour)
        await change.run(`BEGIN; ${insertAccounts(random, digest, time, 0, version)}; COMMIT`)
        // Callers are read at most once a second.
        elapsed += 1_000
        for (const header of headersOf(random)) await compareCaller(sides, header)
      }
      await compareUses(sides, change)
      const { allowed, denied, leaked, forwarded } = sides.counts
      report.say(`  ${allowed} requests allowed, ${denied} denied, ${leaked} leaked; ${forwarded} callers forwarded`)
    } finally {
      await database.close()
      await change.close()
      client.close()
      await strapi.stop('SIGTERM')
    }
  })
}

interface Sides extends ProofTarget {
  readonly registry: Registry
  readonly identify: Identify
  readonly client: HttpClient
  readonly report: Report
  readonly counts: ReturnType<typeof newCounts>
}

const newCounts = () => ({ allowed: 0, denied: 0, leaked: 0, forwarded: 0 })

/** Returns the `Authorization` headers of all callers, valid ones and others. */
function headersOf({ users, tokens }: RandomAccounts): readonly (string | undefined)[] {
  const bearer = (id: unknown, options: jwt.SignOptions = {}, secret = recordedSecrets.jwt) =>
    `Bearer ${jwt.sign({ id }, secret, options)}`
  const others = [
    bearer('1'),
    bearer(1, { expiresIn: -1 }),
    bearer(1, { notBefore: 60 }),
    bearer(1, {}, 'another'),
    bearer(99),
  ]
  return [
    undefined,
    'Basic YTpi',
    'Bearer',
    'Bearer a b',
    'bearer unknown',
    'Bearer a.b.c',
    'Basic a, Bearer b',
    ...others,
    bearer(1, { algorithm: 'HS384', noTimestamp: true }),
    ...users.map(({ id }) => bearer(id, { expiresIn: '1h' })),
    ...tokens.map(({ id }) => `Bearer token-${id}`),
  ]
}

/** Compares what a caller may do. Requests that this server forwards can't differ. */
async function compareCaller(
  { name, version, registry, identify, client, report, counts }: Sides,
  header: string | undefined,
): Promise<void> {
  const headers: Record<string, string> = header === undefined ? {} : { authorization: header }
  const caller = await identify(header).catch((error: unknown) => reasonOf(error))
  if (caller === 'forwarded') {
    counts.forwarded++
    return
  }
  const judge = (what: string, ours: boolean, theirs: boolean) => {
    counts[theirs ? 'allowed' : 'denied']++
    if (ours && !theirs) counts.leaked++
    if (ours === theirs) report.pass()
    else report.fail(`${name}, ${String(header)}, ${what}: ${theirs ? 'only Strapi allows it' : 'Strapi denies it'}`)
  }
  // Strapi accepts the id of a user as a string. This server forwards such tokens.
  if (caller === 'rejected' && header?.includes(idAsString)) return
  for (const { path, may } of probesOf(version)) {
    const { status } = await client.send({ method: 'GET', path, headers })
    judge(path, caller !== 'rejected' && may(caller), status !== 401 && status !== 403)
  }
  // Everyone who isn't rejected may ask GraphQL for the name of a type.
  const asked = await client.send({ method: 'POST', path: '/graphql', headers, body: { query: '{ __typename }' } })
  judge('/graphql', caller !== 'rejected', asked.status === 200)
  const { status, text } = await client.send({ method: 'GET', path: '/api/articles?populate=*&sort=id', headers })
  judge('/api/articles', caller !== 'rejected' && caller.may('api::article.article.find'), status === 200)
  if (caller === 'rejected' || status !== 200) return
  const { data } = JSON.parse(text) as { data: readonly { readonly attributes?: object }[] }
  for (const [relation, uid] of Object.entries(relations)) {
    const shown = Object.hasOwn(data[0]?.attributes ?? data[0] ?? {}, relation)
    judge(`relation ${relation}`, caller.can('find', registry.contentType(uid)), shown)
  }
}

const idAsString = Buffer.from('{"id":"').toString('base64url').slice(0, -1)

function reasonOf(error: unknown): 'forwarded' | 'rejected' {
  if (error instanceof LeftToStrapi) return 'forwarded'
  if ((error as Error).name === 'UnauthorizedError') return 'rejected'
  throw error
}

/** This server must forward a request of a token exactly if Strapi then stores the time of its use. */
async function compareUses({ name, version, identify, client, report }: Sides, change: Changes): Promise<void> {
  const used = { never: null, recently: Date.now() - 0.9 * hour, earlier: Date.now() - 1.1 * hour }
  for (const [index, [token, at]] of Object.entries(used).entries()) {
    const id = 900 + index
    const digest = strapiDigest(token, recordedSecrets.apiTokenSalt)
    const stored = at === null ? 'NULL' : change.time(at)
    const [kind, ofContent] = version === 4 ? ['', ''] : [', kind', `, 'content-api'`]
    await change.run(
      `INSERT INTO strapi_api_tokens (id, type, access_key, last_used_at${kind})
        VALUES (${id}, 'full-access', '${digest}', ${stored}${ofContent})`,
    )
    const before = await change.lastUse(id)
    const caller = await identify(`Bearer ${token}`).catch((error: unknown) => reasonOf(error))
    await client.send({ method: 'GET', path: '/api/tags', headers: { authorization: `Bearer ${token}` } })
    const isRecorded = (await change.lastUse(id)) !== before
    report.check(
      (caller === 'forwarded') === isRecorded,
      `${name}: the use of a token used ${token} is ${isRecorded ? '' : 'not '}recorded`,
    )
  }
}

/** Changes the tables of a running Strapi. */
interface Changes {
  readonly run: (sql: string) => Promise<void>
  readonly lastUse: (id: number) => Promise<string>
  /** The literal of a time, as Strapi stores it. */
  readonly time: (milliseconds: number) => string
  readonly close: () => Promise<void>
}

const lastUse = (id: number) => `SELECT last_used_at AS at FROM strapi_api_tokens WHERE id = ${id}`

async function openForChanges(database: DatabaseAddress): Promise<Changes> {
  if (database.dialect === 'sqlite') {
    return {
      run: (sql) =>
        onSqlite(database.file, async (query) => {
          for (const statement of sql.split('; ')) await query(statement)
        }),
      lastUse: (id) => onSqlite(database.file, async (query) => String((await query(lastUse(id)))[0]?.['at'])),
      time: String,
      close: () => Promise.resolve(),
    }
  }
  const client = new Client(database.url)
  await client.connect()
  return {
    run: async (sql) => void (await client.query(sql)),
    lastUse: async (id) => String((await client.query<{ at: unknown }>(lastUse(id))).rows[0]?.at),
    time: (milliseconds) => `to_timestamp(${milliseconds / 1000}) AT TIME ZONE '${timeZone}'`,
    close: () => client.end(),
  }
}
