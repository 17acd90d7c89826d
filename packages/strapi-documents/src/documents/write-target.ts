import type { ContentType } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { RawQuery } from '@content-api/core/query/raw-value'
import type { WriteStatus } from './write-documents.js'
import { shown } from '../query/shown.js'

/** The locale in which a request writes; null for types without locales. */
export function localeOf({ localized }: ContentType, { locale }: RawQuery, defaultLocale: string): string | null {
  if (locale === undefined || locale === '') return localized ? defaultLocale : null
  if (typeof locale === 'string' && locale !== '*') return localized ? checkedLocale(locale) : null
  throw new ApiError(
    'ValidationError',
    `Invalid locale param ${shown(locale)} provided. Document locales must be strings.`,
  )
}

/** The locales that a request deletes; null: all. Without `locale`, only the default one. */
export function localesOf(
  { localized }: ContentType,
  { locale }: RawQuery,
  defaultLocale: string,
): readonly (string | null)[] | null {
  if (!localized) return null
  if (locale === '*') return null
  if (!Array.isArray(locale)) return [locale === undefined || locale === '' ? defaultLocale : checkedLocale(locale)]
  return locale.map(checkedLocale)
}

/** What Strapi accepts as a locale, whether or not the project has it: the form of BCP 47. */
const code = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

function checkedLocale(locale: unknown): string {
  if (typeof locale === 'string' && code.test(locale)) return locale
  throw new ApiError('ValidationError', `Invalid locale: ${shown(locale)} is no code such as en or pt-BR`)
}

/** What a write stores, by the parameter `status`, which `checkQuery` has checked. */
export function statusOf({ status }: RawQuery): WriteStatus {
  if (status === undefined || status === 'published') return 'published'
  if (status === 'draft') return 'draft'
  // `checkQuery` has rejected all other words.
  throw new Error('The status was not checked')
}
