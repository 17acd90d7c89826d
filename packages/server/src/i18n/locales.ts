/** A locale as every interface answers it. */
export interface Locale {
  /** Its place in the configuration, from 1. */
  readonly id: number
  /** In English, with the code: `French (fr)`. */
  readonly name: string
  readonly code: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly isDefault: boolean
}

/** Locales come from the configuration, which this process has had since its start. */
const since = new Date().toISOString()

const names = new Intl.DisplayNames('en', { type: 'language' })

export function listLocales(codes: readonly string[], standard: string): readonly Locale[] {
  return codes.map((code, index) => ({
    id: index + 1,
    name: `${names.of(code)} (${code})`,
    code,
    createdAt: since,
    updatedAt: since,
    isDefault: code === standard,
  }))
}
