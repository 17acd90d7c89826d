import { listed } from '@content-api/model'
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { checkServerIdentity, type ConnectionOptions, type SecureVersion } from 'node:tls'
import type { ClientConfig } from 'pg'
import { parse } from 'pg-connection-string'

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
  /** The option `ssl` of pg. Replaces the TLS parameters of the URL. */
  readonly ssl?: boolean | ConnectionOptions | undefined
}

/** The URL parameters for TLS, with the meaning that they have in libpq. */
const tlsParameters = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslpassword',
  'ssl_min_protocol_version',
  'ssl_max_protocol_version',
  'sslnegotiation',
] as const

type TlsParameter = (typeof tlsParameters)[number]

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
export function serverAddress(
  url: string,
  { host: otherHost, password, ssl: written }: AddressOptions = {},
): ServerAddress {
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
  const ssl = isSocket ? false : (written ?? tlsOptions(parameters, host))
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
  const advice = alternatives[unsupported] ?? `Remove it, or use one of: ${listed(supportedParameters)}.`
  throw new Error(`the URL parameter "${unsupported}" isn't supported. ${advice}`)
}

function expectOneHost(base: string, parameters: ReadonlyMap<string, string>): void {
  const [, authority = ''] = /^\w+:\/\/([^/]*)/.exec(base) ?? []
  const hosts = parameters.get('host') ?? authority.slice(authority.lastIndexOf('@') + 1)
  if (hosts.includes(',')) throw new Error('the URL names several hosts. Name one, and list all in "database.hosts".')
}

const versions: readonly SecureVersion[] = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']

/**
 * Returns the options for a TLS connection to `host`; undefined when the URL has no TLS parameters. pg itself
 * treats every `sslmode` except `disable` as `verify-full`.
 *
 * @throws Error for an unsupported value, which says what to write instead
 * @throws Error for a certificate or key file that can't be read, and for a key that `sslpassword` doesn't
 *   decrypt
 */
function tlsOptions(parameters: ReadonlyMap<string, string>, host: string): ConnectionOptions | false | undefined {
  if (!tlsParameters.some((name) => parameters.has(name))) return undefined
  const ca = file('sslrootcert', parameters)
  const cert = file('sslcert', parameters)
  const passphrase = parameters.get('sslpassword')
  const key = privateKey(parameters, passphrase)
  const minVersion = version('ssl_min_protocol_version', parameters)
  const maxVersion = version('ssl_max_protocol_version', parameters)
  const verification = verificationOptions(parameters.get('sslmode'), host, ca)
  return (
    verification && {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      ...(passphrase !== undefined && { passphrase }),
      ...(minVersion !== undefined && { minVersion }),
      ...(maxVersion !== undefined && { maxVersion }),
      ...verification,
    }
  )
}

function file(name: TlsParameter, parameters: ReadonlyMap<string, string>): string | undefined {
  const path = parameters.get(name)
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`the file of ${name} can't be read: ${(error as Error).message}.`, { cause: error })
  }
}

/** Decrypts the key once, since the error of a TLS connection doesn't say what to correct. */
function privateKey(parameters: ReadonlyMap<string, string>, passphrase: string | undefined): string | undefined {
  const key = file('sslkey', parameters)
  if (key === undefined) return undefined
  try {
    createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) })
    return key
  } catch (error) {
    const { message } = error as Error
    throw new Error(`the key of sslkey can't be used: ${message}. Check the file and "sslpassword".`, { cause: error })
  }
}

function version(name: TlsParameter, parameters: ReadonlyMap<string, string>): SecureVersion | undefined {
  const value = parameters.get(name)
  const known = versions.find((one) => one === value)
  if (value === undefined || known !== undefined) return known
  throw new Error(`${name}=${value} isn't known. Use one of: ${listed(versions)}.`)
}

/** Follows the table "SSL Mode Descriptions" in PostgreSQL's documentation. Returns false for no TLS. */
function verificationOptions(
  mode: string | undefined,
  host: string,
  ca: string | undefined,
): ConnectionOptions | false {
  switch (mode) {
    case 'disable':
      return false
    case 'require':
      // With a CA, libpq checks the certificate like verify-ca.
      return ca === undefined ? { rejectUnauthorized: false } : { checkServerIdentity: acceptAnyName }
    case 'verify-ca':
      if (ca === undefined) {
        throw new Error(
          'sslmode=verify-ca needs sslrootcert=<file of the CA>, since public authorities issue certificates to anybody. Or use sslmode=verify-full.',
        )
      }
      return { checkServerIdentity: acceptAnyName }
    case undefined:
    case 'verify-full':
      // pg would compare the certificate of an IP address with "localhost".
      return { checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate) }
    case 'allow':
    case 'prefer':
      throw new Error(
        `sslmode=${mode} isn't supported, since it allows connections without TLS: use verify-full, or require to accept every certificate.`,
      )
    default:
      throw new Error(`sslmode=${mode} isn't known. Use one of: disable, require, verify-ca, verify-full.`)
  }
}

const acceptAnyName = () => undefined
