import { closest, type ContentType } from '@content-api/model'
import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'

/**
 * Parses `locale` (specification §4.3). Returns a known code, null for `all`, or `otherwise` if it is absent.
 * Types that aren't localised have entries without a locale, so the result is null for them.
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
 * Returns filters on the attribute `locale` if the parameter is an array of locales or an object of
 * operators. Only lenient mode accepts these, like Strapi 4.26. Returns null for a single locale, in strict
 * mode, and for types that aren't localised.
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
