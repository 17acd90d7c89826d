import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { type Configuration, UsageError } from '../profile/configuration.js'
import { readRegularFile } from '../profile/regular-file.js'

/** Which certificates of a target are trusted; without it, those that Node trusts. */
export interface Tls {
  readonly rejectUnauthorized?: boolean
  readonly ca?: readonly string[]
}

/**
 * Reads what a configuration says of certificates.
 * @throws UsageError when the file cannot be read or holds no certificate in PEM
 */
export function readTls({ insecure, ca }: NonNullable<Configuration['tls']>): Tls {
  if (insecure) return { rejectUnauthorized: false }
  return ca === undefined ? {} : { ca: [...rootCertificates, ...certificatesIn(ca)] }
}

function certificatesIn(path: string): string[] {
  try {
    const blocks = readRegularFile(path).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    if (blocks.length === 0) throw new Error('it holds no certificate in PEM (-----BEGIN CERTIFICATE-----)')
    return blocks.map((block) => new X509Certificate(block).toString())
  } catch (error) {
    if (error instanceof UsageError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`The certificates of ${path} cannot be read: ${why}.`)
  }
}

/** Codes of Node and OpenSSL for certificates that do not verify. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
])
const unfit = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])

/** What to do about a certificate that was rejected; undefined for codes that are about something else. */
export function certificateAdvice(codes: readonly string[]): string | undefined {
  if (codes.some((code) => untrusted.has(code)))
    return 'Trust the authority that issued it with --ca <file>, or skip the check with --insecure.'
  if (codes.some((code) => unfit.has(code)))
    return 'Renew it or use the host name that it names; --insecure skips the check.'
  return undefined
}
