import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresDatabase } from '../../../../scripts/lib/postgres-database.mjs'
import { startStrapi } from '../../../../scripts/lib/strapi-target.mjs'
import type { ContentApi } from '../../src/content-api.js'
import { createContentApi } from '../../src/service.js'
import type { IdentityProvider } from '../support/identity-provider.js'
import { writeProject } from '../support/write-project.js'
import { page, projectFiles } from './project-files.js'

export interface Answer {
  readonly status: number
  readonly location: string | null
  /** The cookies that the response sets, as a browser sends them. */
  readonly cookie: string
  readonly body: unknown
}

/** What the admin panel of Strapi changes. */
export interface Settings {
  readonly allowRegister: boolean
  readonly uniqueEmail: boolean
}

/** Strapi or this server. */
export interface Side {
  send(path: string, cookie?: string): Promise<Answer>
  change(settings: Settings): Promise<void>
  block(email: string): Promise<void>
}

export interface BothSides {
  readonly theirs: Side
  /** This server by database. */
  readonly ours: Readonly<Record<'sqlite' | 'postgres', Side>>
  close(): Promise<void>
}

interface Providers {
  /** An OAuth 2.0 provider without ID tokens. */
  readonly club: IdentityProvider
  /** A provider at the addresses of Keycloak. */
  readonly keycloak: IdentityProvider
}

export const usualSettings: Settings = { allowRegister: true, uniqueEmail: true }

/** The certificate of `keycloak`, which Node trusts by NODE_EXTRA_CA_CERTS. */
const certificate = join(import.meta.dirname, '..', 'support', 'tls', 'ca.pem')

/** Starts Strapi 4.26.2 on SQLite, and this server on both databases, on the same project. */
export async function openBothSides(providers: Providers, say: (line: string) => void): Promise<BothSides> {
  const folder = await mkdtemp(join(tmpdir(), 'content-api-sign-in-'))
  const project = join(folder, 'project')
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
  }
  try {
    await writeProject(project, projectFiles(providers.club.oauth))
    const strapi = await startStrapi({
      project,
      packages: process.env['STRAPI_PACKAGES'],
      say,
      variables: { PREPARES: 'yes', NODE_EXTRA_CA_CERTS: certificate },
    })
    closers.push(() => strapi.close())
    const theirs = strapiSide(strapi.url)
    const { clientId: key, clientSecret: secret, issuer } = providers.keycloak.openId
    const subdomain = issuer.replace('https://', '')
    const scope = ['openid', 'email', 'profile']
    await theirs.prepare({
      grant: { keycloak: { enabled: true, icon: '', key, secret, subdomain, callback: page, scope } },
    })
    const database = await startPostgresDatabase()
    closers.push(() => database.stop())
    const open = async (connection: string) => {
      const side = await ownSide(project, connection, providers)
      closers.push(() => side.close())
      return side
    }
    return {
      theirs,
      ours: { sqlite: await open(join(folder, 'content.db')), postgres: await open(database.url) },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function strapiSide(url: string): Side & { prepare(values: object): Promise<void> } {
  async function prepare(values: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/prepare`, { method: 'POST', headers, body: JSON.stringify(values) })
    if (!response.ok) throw new Error(`Strapi can't be prepared: ${response.status} ${await response.text()}`)
  }
  return {
    prepare,
    send: async (path, cookie = '') =>
      answerOf(await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' })),
    change: ({ allowRegister, uniqueEmail }) =>
      prepare({ advanced: { allow_register: allowRegister, unique_email: uniqueEmail } }),
    block: (email) => prepare({ blocked: email }),
  }
}

async function ownSide(
  project: string,
  database: string,
  { keycloak }: Providers,
): Promise<Side & { close(): Promise<void> }> {
  const open = ({ allowRegister }: Settings) =>
    createContentApi({
      project,
      database,
      log: () => undefined,
      config: {
        log: { level: 'silent' },
        auth: {
          signInAsStrapi: true,
          rateLimit: { attempts: 1_000 },
          register: { enabled: allowRegister },
          providers: { keycloak: { ...keycloak.openId, callbacks: [page] } },
        },
      },
    })
  let api: ContentApi = await open(usualSettings)
  return {
    async send(path, cookie = '') {
      return answerOf(await api.fetch(new Request(`https://cms.example${path}`, { headers: { cookie } })))
    },
    async change(settings) {
      await api.close()
      api = await open(settings)
    },
    block: (email) => api.accounts.setBlocked(email, true),
    close: () => api.close(),
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  return {
    status: response.status,
    location: response.headers.get('location'),
    cookie: response.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; '),
    body: response.headers.get('content-type')?.includes('json') === true ? (JSON.parse(text) as unknown) : null,
  }
}
