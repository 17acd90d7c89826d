/** The ends of names of secrets, in lower case and without separators. */
const endings = [
  'accesskey',
  'apikey',
  'appkey',
  'authorization',
  'cookie',
  'credential',
  'encryptionkey',
  'jwt',
  'passcode',
  'passphrase',
  'passwd',
  'password',
  'passwordconfirmation',
  'passwordhash',
  'privatekey',
  'pwd',
  'secret',
  'secretkey',
  'sessid',
  'sessionid',
  'signingkey',
  'token',
  'tokensalt',
]

export const shortestName = 3
/** Only this many characters at the end of a name count, which bounds the work for a name. */
const longestName = 128

/** The last letters of `endings`, which exclude most names quickly. */
const lastLetters: ReadonlySet<string | undefined> = new Set(['s', ...endings.map((ending) => ending.at(-1))])

/**
 * Returns whether a key names a secret. Case, separators and a plural don't matter: `Authorization`,
 * `X-Api-Key`, `client_secret`, `JWT_SECRET`, `refreshTokens`.
 */
export function isSecretName(name: string): boolean {
  if (name.length < shortestName || !lastLetters.has(name.at(-1)?.toLowerCase())) return false
  const plain = normalized(name)
  const singular = plain.endsWith('s') ? plain.slice(0, -1) : plain
  return plain === 'pass' || endings.some((ending) => plain.endsWith(ending) || singular.endsWith(ending))
}

/** Parameters of a URL whose values are secrets. Elsewhere these words are too common. */
const secretParameters: ReadonlySet<string> = new Set([
  'code',
  'confirmation',
  'sig',
  'signature',
  'xamzcredential',
  'xamzsignature',
])

/** Returns whether a parameter of a query string names a secret. */
export function isSecretParameter(name: string): boolean {
  return secretParameters.has(normalized(name)) || isSecretName(name)
}

/** Headers whose values may contain spaces, quotes and `=`: the rest of their line is secret. */
const headers = /(?:authorization|cookie)s?$/

/** Returns whether a name is one of a header that contains credentials. */
export function isSecretHeader(name: string): boolean {
  return headers.test(normalized(name))
}

function normalized(name: string): string {
  return name
    .slice(-longestName)
    .toLowerCase()
    .replaceAll(/[-_.\s]/g, '')
}
