/** Thrown by {@link orNotFound}. */
export class NotFound extends Error {
  override readonly name = 'NotFound'
}

/**
 * Returns an entry. If there is none, ends the page: the middleware of `contentApi` responds with status 404
 * and the page `src/pages/404.astro`. Call it in the code of a page, before the response has started.
 *
 * @throws NotFound if the entry is null or undefined
 * @example
 * ```ts
 * const articleOf = async (api: ContentApi, slug: string) =>
 *   orNotFound(await api.collection('articles').first({ filters: { slug } }))
 * ```
 */
export function orNotFound<T>(entry: T): NonNullable<T> {
  if (entry === null || entry === undefined) throw new NotFound('Not found.')
  return entry
}
