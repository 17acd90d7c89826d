import { type ContentType, isRecord, listed } from '@content-api/model'
import { ApiError, didYouMean } from '@content-api/engine/errors'
import type { Condition } from '@content-api/engine/plan'
import { replacedParameter } from '../errors/invalid-parameter.js'
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
 * Returns the locale that the parameter `locale` of a write names; null if it is absent or `all`, and for
 * types that aren't localised.
 *
 * @throws ApiError ValidationError for an unknown locale
 */
export function namedLocale(type: ContentType, raw: unknown, { locales }: Pick<PlanContext, 'locales'>): string | null {
  return type.localized && raw !== undefined && raw !== null ? readCode(raw, locales.codes) : null
}

/**
 * Returns the locale that the parameter `locale` names, for a write that creates an entry.
 *
 * @throws ApiError ValidationError for `all` and for an unknown locale
 */
export function newLocale(type: ContentType, raw: unknown, context: Pick<PlanContext, 'locales'>): string | null {
  if (type.localized && raw === 'all') {
    throw new ApiError('ValidationError', 'Only one locale can be written at a time: name it instead of "all"')
  }
  return namedLocale(type, raw, context)
}

/** Adds the locale of the request to the data of a new entry, unless the data has a locale of its own. */
export function withLocale(data: unknown, locale: string | null): unknown {
  return locale !== null && isRecord(data) && (data['locale'] ?? null) === null ? { ...data, locale } : data
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

/**
 * Checks the filters of a list without the parameter `locale`, which has entries of the default locale only.
 *
 * @throws ApiError ValidationError in strict mode, if the filters only match entries of other locales
 */
export function rejectOtherLocales(type: ContentType, filters: Condition | null, context: PlanContext): void {
  if (!context.strict || !type.localized || !filters) return
  const { default: own, codes } = context.locales
  for (const condition of filters.op === 'and' ? filters.of : [filters]) {
    if (condition.op !== 'value' || condition.name !== 'locale') continue
    const { operator, values } = condition
    if ((operator !== '$eq' && operator !== '$in') || values.includes(own)) continue
    const [other, more] = codes.filter((code) => values.includes(code))
    if (other === undefined) continue
    const instead = more === undefined ? other : 'all'
    throw replacedParameter('locale', `without locale=${instead}, the list has entries of the locale ${own} only`)
  }
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
  return malformedParameter('locale', `must be all or one of ${listed(codes)}${didYouMean(raw, [...codes, 'all'])}`)
}
