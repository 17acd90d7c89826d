import type { ClientConfig } from 'pg'
import { parse } from 'pg-connection-string'
import { tlsOptions, tlsParameters } from './tls-options.js'

/** The address of one PostgreSQL server. */
export interface ServerAddress {
  /** `host:port` or the path of a Unix socket, for messages. */
  readonly name: string
  /** For pg's clients and pools. Without TLS parameters in the URL, `ssl` is absent, and `PGSSLMODE` decides. */
  readonly config: Readonly<ClientConfig>
}

export interface AddressOptions {
  /** `host` or `host:port`, which replaces the one in the URL. */
  readonly host?: string | undefined
  /** Called for each new connection, so that the password may change. Replaces the one in the URL. */
  readonly password?: (() => Promise<string>) | undefined
}

const supportedParameters: readonly string[] = [
  ...tlsParameters,
  'application_name',
  'host',
  'options',
  'password',
  'port',
  'user',
]

/** What to do instead of using a parameter of libpq, of pg or of JDBC. */
const alternatives: Readonly<Record<string, string>> = {
  channel_binding: 'Remove it. sslmode=verify-full with sslrootcert also detects a server that is not the right one.',
  connect_timeout: 'Remove it: the server has its own time limits.',
  ssl: 'Use sslmode=verify-full.',
  target_session_attrs: 'Remove it. "database.hosts" finds the primary among several hosts.',
  uselibpqcompat: 'Remove it: sslmode always has the meaning that it has in libpq.',
}

/**
 * Parses a URL as libpq does, except that without a host it means localhost, as in pg.
 *
 * @throws Error for a parameter that isn't supported, so that none is ignored
 * @throws Error for an unsupported value of a TLS parameter, and for a file that can't be read
 */
export function serverAddress(url: string, { host: otherHost, password }: AddressOptions = {}): ServerAddress {
  const [base = '', search = ''] = url.split(/\?(.*)/s)
  const parameters = readParameters(search)
  expectOneHost(base, parameters)
  const parsed = parse(base)
  const other = otherHost === undefined ? null : /^\[?(.*?)\]?(?::(\d+))?$/.exec(otherHost)
  const host = other?.[1] ?? parameters.get('host') ?? (parsed.host || process.env['PGHOST'] || 'localhost')
  const port = other?.[2] ?? parameters.get('port') ?? (parsed.port || process.env['PGPORT'] || '5432')
  if (!/^\d{1,5}$/.test(port)) throw new Error(`the port "${port}" isn't a number.`)
  // libpq ignores TLS parameters for Unix sockets, and servers offer no TLS there.
  const isSocket = host.startsWith('/')
  const ssl = isSocket ? false : tlsOptions(parameters, host)
  const user = parameters.get('user') ?? parsed.user
  const applicationName = parameters.get('application_name')
  const options = parameters.get('options')
  // pg rejects any other value.
  const negotiation = parameters.get('sslnegotiation') as ClientConfig['sslnegotiation']
  return {
    name: isSocket ? `${host}/.s.PGSQL.${port}` : `${host.includes(':') ? `[${host}]` : host}:${port}`,
    config: {
      host,
      port: Number(port),
      ...(user && { user }),
      password: password ?? parameters.get('password') ?? parsed.password,
      ...(parsed.database && { database: parsed.database }),
      application_name: applicationName ?? 'content-api',
      ...(options !== undefined && { options }),
      ...(ssl !== undefined && { ssl }),
      ...(!isSocket && negotiation !== undefined && { sslnegotiation: negotiation }),
    },
  }
}

function readParameters(search: string): ReadonlyMap<string, string> {
  const parameters = new Map(new URLSearchParams(search))
  const unsupported = [...parameters.keys()].find((name) => !supportedParameters.includes(name))
  if (unsupported === undefined) return parameters
  const advice = alternatives[unsupported] ?? `Remove it, or use one of: ${supportedParameters.join(', ')}.`
  throw new Error(`the URL parameter "${unsupported}" isn't supported. ${advice}`)
}

function expectOneHost(base: string, parameters: ReadonlyMap<string, string>): void {
  const [, authority = ''] = /^\w+:\/\/([^/]*)/.exec(base) ?? []
  const hosts = parameters.get('host') ?? authority.slice(authority.lastIndexOf('@') + 1)
  if (hosts.includes(',')) throw new Error('the URL names several hosts. Name one, and list all in "database.hosts".')
}
