import { ApiError } from '../errors/api-error.js'

/**
 * Reads an entry in the first locale that has it: calls `read` for each locale in turn until a result is not
 * null. Status 404 counts as null. Returns null if no locale has the entry.
 *
 * @example
 * ```ts
 * const article = await inFirstLocale(['fr', 'en'], (locale) =>
 *   api.collection('articles').first({ filters: { slug: { $eq: 'new' } }, locale }),
 * )
 * ```
 */
export async function inFirstLocale<const Locale extends string, Entry>(
  locales: readonly Locale[],
  read: (locale: Locale) => Promise<Entry | null>,
): Promise<Entry | null> {
  for (const locale of locales) {
    const entry = await read(locale).catch(nullIfMissing)
    if (entry !== null) return entry
  }
  return null
}

function nullIfMissing(error: unknown): null {
  if (ApiError.is(error) && error.status === 404) return null
  throw error
}
