import { readFileSync } from 'node:fs'
import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import type { ClientConfig } from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'

/** The address of one PostgreSQL server. */
export interface ServerAddress {
  /** `host:port`, for messages. */
  readonly name: string
  /** The URL without its TLS parameters. */
  readonly url: string
  /** Absent when the URL has no TLS parameters. */
  readonly ssl?: ConnectionOptions | false
  /** Called for each new connection, so that the password may change; absent when the password is in the URL. */
  readonly password?: () => Promise<string>
}

export interface AddressOptions {
  /** `host` or `host:port`, which replaces the one in the URL. */
  readonly host?: string | undefined
  readonly password?: (() => Promise<string>) | undefined
}

const tlsParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const

/**
 * Parses a URL as libpq does, including `sslmode`. pg itself treats every `sslmode` except `disable` as
 * `verify-full`.
 *
 * @throws Error for an unsupported `sslmode`, which says what to write instead
 * @throws Error for a certificate or key file that can't be read
 */
export function serverAddress(url: string, { host, password }: AddressOptions = {}): ServerAddress {
  const parsed = URL.parse(url)
  // A URL with a socket instead of a host, which pg can parse.
  if (!parsed || parsed.host === '')
    return { name: parsed?.searchParams.get('host') ?? 'the socket', url, ...passwordOption(password) }
  if (host !== undefined) setHost(parsed, host)
  const tls = new Map(tlsParameters.map((name) => [name, parsed.searchParams.get(name)]))
  for (const name of tlsParameters) parsed.searchParams.delete(name)
  const file = (name: (typeof tlsParameters)[number]) => certificate(name, tls.get(name) ?? null)
  const mode = tls.get('sslmode') ?? null
  const isNamed = [...tls.values()].some((value) => value !== null)
  return {
    name: parsed.port === '' ? `${parsed.host}:5432` : parsed.host,
    url: parsed.href,
    ...passwordOption(password),
    ...(isNamed && {
      ssl: tlsOptions(mode, {
        host: parsed.hostname.replace(/^\[(.+)\]$/, '$1'),
        ca: file('sslrootcert'),
        cert: file('sslcert'),
        key: file('sslkey'),
      }),
    }),
  }
}

/** Returns the configuration for a client or pool of pg. */
export function clientConfig({ url, ssl, password }: ServerAddress): ClientConfig {
  return { ...toClientConfig(parse(url)), ...(ssl !== undefined && { ssl }), ...passwordOption(password) }
}

const passwordOption = (password: (() => Promise<string>) | undefined) => (password ? { password } : {})

function setHost(url: URL, host: string): void {
  const port = /:(\d+)$/.exec(host)?.[1]
  url.hostname = port === undefined ? host : host.slice(0, -port.length - 1)
  if (port !== undefined) url.port = port
}

function certificate(name: string, file: string | null): string | undefined {
  if (file === null) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`the file of ${name} can't be read: ${(error as Error).message}.`, { cause: error })
  }
}

interface Certificates {
  readonly host: string
  readonly ca: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
}

/** Follows the table "SSL Mode Descriptions" in PostgreSQL's documentation. */
function tlsOptions(mode: string | null, { host, ca, cert, key }: Certificates): ConnectionOptions | false {
  const client = {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  }
  switch (mode) {
    case 'disable':
      return false
    case 'require':
      // With a CA, libpq checks the certificate like verify-ca.
      return ca === undefined
        ? { ...client, rejectUnauthorized: false }
        : { ...client, checkServerIdentity: acceptAnyName }
    case 'verify-ca':
      if (ca === undefined) {
        throw new Error(
          'sslmode=verify-ca needs sslrootcert=<file of the CA>, since public authorities issue certificates to anybody. Or use sslmode=verify-full.',
        )
      }
      return { ...client, checkServerIdentity: acceptAnyName }
    case null:
    case 'verify-full':
      // pg would compare the certificate of an IP address with "localhost".
      return { ...client, checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate) }
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
