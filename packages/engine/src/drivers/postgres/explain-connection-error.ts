import { explainSystemError } from '../../errors/system-errors.js'
import { isConnectionTimeout } from '../../database/database-errors.js'

/** What is wrong with a connection, by the code of the error. */
const explanations: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID:
    "the server's certificate is for another host name. Use a name from the certificate, or sslmode=verify-ca with sslrootcert",
  CERT_HAS_EXPIRED: "the server's certificate has expired. Renew it",
  '28P01': 'the password is wrong. Check the URL, "database.password" or "database.passwordFile"',
}

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Returns why a database can't be opened, and what to do about it if that is known. */
export function describeConnectionError(error: unknown): string {
  // Node tries each address of a host name. The error for all of them has no message of its own.
  if (error instanceof AggregateError && error.message === '') return describeConnectionError(error.errors[0])
  const message = error instanceof Error ? error.message : String(error)
  return explainConnectionError(error) ?? explainSystemError(error) ?? message
}

/** Returns what is wrong with the server and what to do about it; undefined when the error itself says enough. */
function explainConnectionError(error: unknown): string | undefined {
  const { code, message = '', original } = (error ?? {}) as { code?: unknown; message?: string; original?: unknown }
  if (isConnectionTimeout(error) || code === 'ETIMEDOUT' || message === 'Query read timeout') {
    return 'the server does not respond. Check that it runs, its address, and the firewalls on the way.'
  }
  if (original instanceof Error) return explainConnectionError(original)
  const known = typeof code === 'string' ? explanations[code] : undefined
  if (known !== undefined) return `${known} (${String(code)}).`
  if (untrusted.has(String(code))) {
    return `the server's certificate isn't signed by a known authority. Add the file of its CA: "?sslmode=verify-full&sslrootcert=/path/ca.pem" (${String(code)}).`
  }
  if (message.includes('does not support SSL')) {
    return 'the server does not support TLS. Set "ssl = on" there, or use sslmode=disable in a network that you trust.'
  }
  if (code === '28000' && message.includes('no encryption')) {
    return 'the server only accepts connections with TLS. Add "?sslmode=verify-full" to the URL (28000).'
  }
  // A message without a code may contain those of several hosts.
  if (code !== undefined && message.includes('startup parameter')) {
    return `${message}. Behind PgBouncer set "database.pooler" to "transaction".`
  }
  return undefined
}
