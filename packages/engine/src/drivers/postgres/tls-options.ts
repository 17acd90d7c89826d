import { readFileSync } from 'node:fs'
import { checkServerIdentity, type ConnectionOptions, type SecureVersion } from 'node:tls'

/** The URL parameters for TLS, with the meaning that they have in libpq. */
export const tlsParameters = [
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

const versions: readonly SecureVersion[] = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']

/**
 * Returns the options for a TLS connection to `host`; undefined when the URL has no TLS parameters. pg itself
 * treats every `sslmode` except `disable` as `verify-full`.
 *
 * @throws Error for an unsupported value, which says what to write instead
 * @throws Error for a certificate or key file that can't be read
 */
export function tlsOptions(
  parameters: ReadonlyMap<string, string>,
  host: string,
): ConnectionOptions | false | undefined {
  if (!tlsParameters.some((name) => parameters.has(name))) return undefined
  const ca = file('sslrootcert', parameters)
  const cert = file('sslcert', parameters)
  const key = file('sslkey', parameters)
  const passphrase = parameters.get('sslpassword')
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

function version(name: TlsParameter, parameters: ReadonlyMap<string, string>): SecureVersion | undefined {
  const value = parameters.get(name)
  const known = versions.find((one) => one === value)
  if (value === undefined || known !== undefined) return known
  throw new Error(`${name}=${value} isn't known. Use one of: ${versions.join(', ')}.`)
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
