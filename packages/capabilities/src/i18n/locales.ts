/** A locale in responses. */
export interface Locale {
  /** The position in the configuration, from 1. */
  readonly id: number
  /** The English name with the code: `French (fr)`. */
  readonly name: string
  readonly code: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly isDefault: boolean
}

/** `createdAt` and `updatedAt` of all locales: the start of the process, when it reads the configuration. */
const startTime = new Date().toISOString()

const names = new Intl.DisplayNames('en', { type: 'language' })

/** Returns the English name of a locale with its code, as in `French (fr)`. */
export const nameOfLocale = (code: string): string => `${names.of(code)} (${code})`

export function listLocales(codes: readonly string[], defaultLocale: string): readonly Locale[] {
  return codes.map((code, index) => ({
    id: index + 1,
    name: nameOfLocale(code),
    code,
    createdAt: startTime,
    updatedAt: startTime,
    isDefault: code === defaultLocale,
  }))
}
