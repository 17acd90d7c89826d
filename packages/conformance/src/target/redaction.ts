const mask = '[redacted]'
const secretHeaders = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization', 'x-api-key'])
const secretKeys =
  /"(password|jwt|identifier|currentPassword|passwordConfirmation|token|code)"(\s*:\s*)"(?:[^"\\]|\\.)*"/gi
const dottedWords = /[\w.-]+/g

/** Replaces JSON Web Tokens: three parts joined by dots, of which the first contains `eyJ`. */
function withoutTokens(text: string): string {
  return text.replaceAll(dottedWords, (found) => {
    if (!found.includes('eyJ')) return found
    const parts = found.split('.')
    const kept: string[] = []
    for (let position = 0; position < parts.length; position++) {
      const [part = '', payload = '', signature] = parts.slice(position, position + 3)
      const start = part.search(/eyJ[\w-]{4}/)
      const isToken = start !== -1 && payload.length >= 4 && signature !== undefined
      kept.push(isToken ? part.slice(0, start) + mask : part)
      if (isToken) position += 2
    }
    return kept.join('.')
  })
}

/** Removes credentials from reports: configured tokens, JSON Web Tokens, credential headers, and secret members. */
export class Redaction {
  readonly #secrets: readonly string[]

  constructor(secrets: readonly string[]) {
    // The longest tokens come first: if a token begins with another one, its rest must be removed too.
    this.#secrets = secrets.filter((secret) => secret.length > 0).toSorted((a, b) => b.length - a.length)
  }

  text(text: string): string {
    return this.secrets(text).replace(secretKeys, `"$1"$2"${mask}"`)
  }

  /** Removes the configured tokens and JSON Web Tokens, but not the passwords of accounts that the suite creates. */
  secrets(text: string): string {
    const known = this.#secrets.reduce(
      (result, secret) => result.replaceAll(secret, mask).replaceAll(encodeURIComponent(secret), mask),
      text,
    )
    return withoutTokens(known)
  }

  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        secretHeaders.has(name.toLowerCase()) ? mask : this.text(value),
      ]),
    )
  }

  /** Returns a JSON value in which every string is redacted. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value !== 'object' || value === null) return value
    return JSON.parse(this.text(JSON.stringify(value))) as unknown
  }
}
