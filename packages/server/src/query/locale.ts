import { closest, type ContentType } from '@content-api/model'
import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'

/**
 * Reads `locale` (specification §4.3): a known code, or `all` for null. A type that isn't localised has entries of no
 * locale, so that every known code gives null there.
 *
 * @throws ApiError ValidationError for an unknown locale
 */
export function parseLocale(
  type: ContentType,
  raw: unknown,
  { locales, strict }: PlanContext,
  otherwise: string | null,
): string | null {
  if (!type.localized && !strict) return null
  const locale = raw === undefined ? otherwise : readCode(raw, locales.codes)
  return type.localized ? locale : null
}

/**
 * Several locales, or operators over them, as filters on the attribute: a lenient service takes both, as observed. Null
 * for a single one.
 *
 * @throws ApiError ValidationError for an unknown locale
 */
export function localeFilters(type: ContentType, raw: unknown, { locales, strict }: PlanContext): object | null {
  if (strict || !type.localized || typeof raw !== 'object' || raw === null) return null
  for (const code of leavesOf(raw)) {
    if (code === 'all') throw unknownLocale(code, locales.codes)
    readCode(code, locales.codes)
  }
  return { locale: raw }
}

function leavesOf(raw: object): unknown[] {
  return Object.values(raw).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null ? leavesOf(value) : [value],
  )
}

function readCode(raw: unknown, codes: readonly string[]): string | null {
  if (raw === 'all') return null
  if (typeof raw === 'string' && codes.includes(raw)) return raw
  throw unknownLocale(raw, codes)
}

function unknownLocale(raw: unknown, codes: readonly string[]) {
  const near = typeof raw === 'string' ? closest(raw, [...codes, 'all']) : undefined
  return malformedParameter(
    'locale',
    `must be all or one of ${codes.join(', ')}${near ? `. Did you mean ${near}?` : ''}`,
  )
}
