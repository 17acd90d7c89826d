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
  { locales }: PlanContext,
  otherwise: string | null,
): string | null {
  const locale = raw === undefined ? otherwise : readCode(raw, locales.codes)
  return type.localized ? locale : null
}

function readCode(raw: unknown, codes: readonly string[]): string | null {
  if (raw === 'all') return null
  if (typeof raw === 'string' && codes.includes(raw)) return raw
  const near = typeof raw === 'string' ? closest(raw, [...codes, 'all']) : undefined
  throw malformedParameter(
    'locale',
    `must be all or one of ${codes.join(', ')}${near ? `. Did you mean ${near}?` : ''}`,
  )
}
