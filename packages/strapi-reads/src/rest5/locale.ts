import { type ContentType, isScalar } from '@content-api/model'
import type { Condition } from '@content-api/engine/plan'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { leftToStrapi } from '../left-to-strapi.js'

/** The locales that a list shows: one, several by a condition, or with neither all. */
export interface Locales {
  readonly locale: string | null
  readonly filters: Condition | null
}

/** Rows of all locales. */
export const everyLocale: Locales = { locale: null, filters: null }

/** A code of a locale that Strapi's strict parameters accept, whether or not the project has the locale. */
const code = /^[A-Za-z]{2,3}(?:-[A-Za-z]{2})?$/

interface LocaleRules {
  readonly isList: boolean
  /** Whether a text that can be no locale stands for one that no row has. By default, it is left to Strapi. */
  readonly acceptsAny?: boolean
}

/**
 * Parses `locale`: a code, in a list of documents also `*` or several codes. Without a value it means the
 * default locale.
 *
 * @throws LeftToStrapi for other values
 */
export function parseLocales(
  type: ContentType,
  raw: unknown,
  { locales }: Pick<PlanContext, 'locales'>,
  { isList, acceptsAny = false }: LocaleRules,
): Locales {
  const isCode = (value: unknown): value is string =>
    typeof value === 'string' && value !== '*' && (acceptsAny || locales.codes.includes(value) || code.test(value))
  if (raw === undefined || raw === '' || isCode(raw)) {
    return type.localized ? { ...everyLocale, locale: raw || locales.default } : everyLocale
  }
  if (!isList) throw leftToStrapi('has no known locale')
  if (raw === '*') return everyLocale
  if (!Array.isArray(raw) || raw.length === 0 || !raw.every(isCode)) throw leftToStrapi('has no known locale')
  const attribute = type.attributes['locale']
  if (!type.localized || !attribute || !isScalar(attribute)) return everyLocale
  const filters: Condition = { op: 'value', name: 'locale', attribute, operator: '$in', values: raw }
  return { ...everyLocale, filters }
}
