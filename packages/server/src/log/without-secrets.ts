import type { LogFields } from './logger.js'

/** Stands in a log where a secret was. */
const redacted = '[redacted]'

/** What secrets are called, as keys of objects and before `=` or `:` in text. */
const secretNames = [
  'accessToken',
  'apiKey',
  'authorization',
  'cookie',
  'currentPassword',
  'confirmationToken',
  'jwt',
  'passphrase',
  'password',
  'passwordConfirmation',
  'refreshToken',
  'resetPasswordToken',
  'secret',
  'set-cookie',
  'token',
]

const secret: ReadonlySet<string> = new Set(secretNames)
/** Levels of the fields of a line that are looked through: requests and bodies have their secrets in the upper ones. */
const deepest = 4

/** What extensions may log beside a message, with nothing left under the names of secrets. Looked through by every line. */
export function withoutSecretMembers(fields: LogFields): LogFields {
  return isPlain(fields) ? fields : (cleaned(fields, deepest) as LogFields)
}

/** Holds nothing that could be or hold a secret, as the fields of most lines do: they aren't copied. */
function isPlain(fields: LogFields): boolean {
  for (const name in fields) if (secret.has(name) || typeof fields[name] === 'object') return false
  return true
}

function cleaned(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || levels === 0 || 'toJSON' in value) return value
  if (Array.isArray(value)) return value.map((item) => cleaned(item, levels - 1))
  const kept: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    kept[name] = secret.has(name) ? redacted : cleaned(member, levels - 1)
  }
  return kept
}

/** What all forms have something of; most lines have none of it, and are searched once. */
const suspicious = /[$=:&]|Bearer|Basic|eyJ|[\w-]{43}/i

const forms: readonly (readonly [form: RegExp, replacement: string])[] = [
  // Hashes of passwords; first, since they hold commas.
  [/\$(?:argon2|2[aby]\$)[^\s'")]+/g, redacted],
  // In headers.
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${redacted}`],
  // The credentials of a URL.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${redacted}@`],
  // In queries, forms and JSON.
  [
    new RegExp(`(["']?\\b(?:${secretNames.join('|')})\\b["']?\\s*[=:]\\s*)("[^"]*"|'[^']*'|[^\\s,;&})\\]]+)`, 'gi'),
    `$1${redacted}`,
  ],
  [/([?&](?:code|confirmation)=)[^\s&#]+/gi, `$1${redacted}`],
  // Tokens of users, API tokens, codes that are sent by mail and what is stored of both.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, redacted],
  [/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/g, redacted],
  [/(?<!\w)[0-9a-f]{64,}(?!\w)/gi, redacted],
]

/** Text from elsewhere, such as the message of an error, with nothing left in it that lets anybody in. */
export function withoutSecrets(text: string): string {
  if (!suspicious.test(text)) return text
  return forms.reduce((cleaned, [form, replacement]) => cleaned.replace(form, replacement), text)
}

/** An error as it is logged. */
interface DescribedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: DescribedError
}

/** How many causes are followed; an error may be its own cause. */
const mostCauses = 5

/**
 * What an error says, and nothing else of it: the libraries of databases put the statement and its values into theirs, the
 * hashes of passwords among them.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...(typeof code === 'string' && { code: withoutSecrets(code) }),
    ...(error.stack !== undefined && { stack: withoutSecrets(error.stack) }),
    ...(error.cause !== undefined && depth < mostCauses && { cause: describeError(error.cause, depth + 1) }),
  }
}
