import { isRecord } from '@content-api/model'
import { at } from '@content-api/project-files/strapi/settings'
import type { RequestInfo } from '@content-api/core/message/message'
import type { ForwardReason } from '../forward-reason.js'
import type { BesideSettings, ConfiguredMiddleware } from '../settings/beside-settings.js'
import { corsHeaders, type Headers, type HeadersOf } from './cors-headers.js'
import { securityHeaders } from './security-headers.js'

export interface StrapiHeaders {
  /** Why no response of this server can have Strapi's headers; null if some can. */
  readonly everything: ForwardReason | null
  /** Whether `strapi::compression` compresses responses. */
  readonly compresses: boolean
  /** Whether responses have `X-Response-Time`, the time since their request. */
  readonly isTimed: boolean
  /** Returns the headers that Strapi's middlewares set, or why the request goes to Strapi. */
  readonly of: (request: HeaderRequest) => { readonly headers: Headers } | { readonly reason: ForwardReason }
}

type HeaderRequest = Pick<RequestInfo, 'method' | 'path' | 'header'>

type Settings = Partial<Pick<BesideSettings, 'version'>> &
  Pick<BesideSettings, 'middlewares' | 'middlewaresFile' | 'plugins' | 'hasGraphql'>

/** Reads which headers the middlewares of a Strapi project set. */
export function strapiHeaders({
  middlewares,
  middlewaresFile: file,
  plugins,
  hasGraphql,
  version,
}: Settings): StrapiHeaders {
  const because = (message: string): ForwardReason => ({ kind: 'setting', message, file })
  const list = middlewares ?? []
  const find = (name: string) => list.find((item) => item.name === name)
  const endpoint = at(plugins.value, 'graphql.config.endpoint')
  const graphqlPath = typeof endpoint === 'string' ? endpoint : '/graphql'
  const parts: { readonly name: string; readonly of: HeadersOf }[] = []
  let everything = middlewares === null ? because('The list of middlewares is not an array') : unforeseen(list, because)
  const add = (name: string, create: (config: unknown) => HeadersOf | null) => {
    const item = find(name)
    if (!item || everything) return
    const of = attempt(() => create(item.config))
    if (of) parts.push({ name, of })
    else everything = because(`This server can't send the headers that the options of ${name} set`)
  }
  add('strapi::security', (config) => securityHeaders(config, hasGraphql ? graphqlPath : null))
  add('strapi::cors', (config) => corsHeaders(config, version))
  add('strapi::poweredBy', poweredBy)
  if (hasGraphql && version === 5) parts.push({ name: 'graphql', of: graphqlHeaders(graphqlPath) })
  const keepsSessions = hasOwnSession(find('strapi::session')?.config)
  const compresses = find('strapi::compression') !== undefined
  return {
    everything,
    compresses,
    isTimed: find('strapi::responseTime') !== undefined,
    of(request) {
      if (everything) return { reason: everything }
      if (keepsSessions && request.header('cookie') !== undefined)
        return { reason: because('The options of strapi::session may set a cookie with each response') }
      let headers: Headers = {}
      for (const { name, of } of parts) {
        const own = attempt(() => of(request))
        if (!own) return { reason: because(`Code of the project decides the headers of ${name}`) }
        headers = { ...headers, ...own }
      }
      if (!compresses) return { headers }
      return { headers: { ...headers, Vary: [headers['Vary'], 'Accept-Encoding'].filter(Boolean).join(', ') } }
    },
  }
}

/** Returns the result of a function; null if it throws, as helmet does for invalid options. */
function attempt<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** The plugin of Strapi 5 allows every origin, and Apollo Server 4 lets nobody store responses. */
const graphqlHeaders =
  (graphqlPath: string): HeadersOf =>
  ({ path }) =>
    path === graphqlPath ? { Vary: 'Origin', 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' } : {}

const poweredBy = (config: unknown): HeadersOf | null => {
  const value = isRecord(config) && 'poweredBy' in config ? config['poweredBy'] : 'Strapi <strapi.io>'
  return typeof value === 'string' ? () => ({ 'X-Powered-By': value }) : null
}

/** Returns why the headers of all responses can't be foreseen. */
function unforeseen(
  list: readonly ConfiguredMiddleware[],
  because: (message: string) => ForwardReason,
): ForwardReason | null {
  const names = list.flatMap(({ name }) => (name?.startsWith('strapi::') ? [name] : []))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return because(`The middleware ${twice} is listed twice`)
  const compression = list.find(({ name }) => name === 'strapi::compression')?.config
  if (isRecord(compression) && Object.keys(compression).some((name) => name !== 'enabled'))
    return because('The options of strapi::compression decide which responses are compressed')
  return null
}

/** Options of sessions with which a read that doesn't use its session still gets no cookie. */
const plainSessionOptions: ReadonlySet<string> = new Set([
  'key',
  'maxAge',
  'autoCommit',
  'overwrite',
  'httpOnly',
  'signed',
  'secure',
  'sameSite',
  'domain',
  'path',
  'enabled',
])

function hasOwnSession(config: unknown): boolean {
  if (!isRecord(config)) return false
  return Object.entries(config).some(([name, value]) => !plainSessionOptions.has(name) && value !== false)
}
