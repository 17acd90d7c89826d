import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { type Configuration, UsageError } from '../profile/configuration.js'
import { readRegularFile } from '../profile/regular-file.js'

/** The trusted certificates. Default: those that Node trusts. */
export interface Tls {
  readonly rejectUnauthorized?: boolean
  readonly ca?: readonly string[]
}

/**
 * Reads the certificate settings of a configuration.
 * @throws UsageError if the file can't be read or contains no PEM certificate
 */
export function readTls({ insecure, ca }: NonNullable<Configuration['tls']>): Tls {
  if (insecure) return { rejectUnauthorized: false }
  return ca === undefined ? {} : { ca: [...rootCertificates, ...certificatesIn(ca)] }
}

function certificatesIn(path: string): string[] {
  try {
    // Bounded input: a file that the user names, and each certificate ends at its next hyphen.
    const blocks = readRegularFile(path).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    if (blocks.length === 0) throw new Error('it contains no PEM certificate (-----BEGIN CERTIFICATE-----)')
    return blocks.map((block) => new X509Certificate(block).toString())
  } catch (error) {
    if (error instanceof UsageError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`The certificates of ${path} can't be read: ${why}.`)
  }
}

/** Codes of Node and OpenSSL for certificates that can't be verified. */
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

/** Returns what to do about a rejected certificate, or undefined for other codes. */
export function certificateAdvice(codes: readonly string[]): string | undefined {
  if (codes.some((code) => untrusted.has(code)))
    return 'Trust its issuer with --ca <file>, or skip the check with --insecure.'
  if (codes.some((code) => unfit.has(code)))
    return 'Renew it, or use a host name that it contains. --insecure skips the check.'
  return undefined
}
