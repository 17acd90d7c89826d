/** Stands in a log where a secret was. */
export const redacted = '[redacted]'

/** What secrets are called, as keys of objects and before `=` or `:` in text. */
export const secretNames = [
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
] as const

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
  return forms.reduce((cleaned, [form, replacement]) => cleaned.replace(form, replacement), text)
}
