import { isRecord } from '@content-api/model'

/** Names of values that only serve to sign in. Content may have a `secret` or a `token`. */
const secretNames =
  /^(?:jwt|password|access_?token|refresh_?token|reset_?password_?token|confirmation_?token|access_?key)$/i

const secretParameters = /^(?:token|jwt|secret|password|access_?token|api_?key)$/i

/** Returns whether a text contains a JSON Web Token: three parts, of which the first one begins with `{"`. */
const hasJsonWebToken = (text: string) =>
  text.split(/[^\w.-]/).some((word) => word.startsWith('eyJ') && word.split('.').length === 3)

/** The parameters of signed URLs of Amazon S3 and compatible services, Google Cloud Storage and Azure. */
const signature = /^https?:\/\/[^?#]+\?(?:[^#]*&)?(?:X-Amz-Signature|X-Goog-Signature|Signature|sig)=/i

/** Returns the URL without its query if that grants access to a private file. */
const withoutSignature = (text: string) => (signature.test(text) ? text.slice(0, text.indexOf('?')) : text)

/** Returns a body without the signatures of URLs. */
export function withoutSignatures(value: unknown): unknown {
  if (typeof value === 'string') return withoutSignature(value)
  if (Array.isArray(value)) return value.map(withoutSignatures)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutSignatures(member)]))
}

/**
 * Returns where a body or a request has a secret, such as `data.attributes.password`; null if it has none.
 * @param sent the credentials of the request
 */
export function secretIn(value: unknown, sent: readonly string[], path: readonly string[] = []): string | null {
  if (typeof value === 'string') {
    const isSecret = hasJsonWebToken(value) || sent.some((secret) => value.includes(secret))
    return isSecret || (value !== '' && secretNames.test(path.at(-1) ?? '')) ? path.join('.') : null
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, member] of Object.entries(value)) {
    if (sent.some((secret) => name.includes(secret))) return path.join('.')
    const found = secretIn(member, sent, [...path, name])
    if (found !== null) return found
  }
  return null
}

/** Returns the name of a parameter that is a secret by its name; null if there is none. */
export function secretParameter(url: URL): string | null {
  return [...url.searchParams.keys()].find((name) => secretParameters.test(name)) ?? null
}
