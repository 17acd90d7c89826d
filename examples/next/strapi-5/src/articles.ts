import { allOf, type RequestOptions } from '@content-api/sdk'
import { draftMode } from 'next/headers'
import { service } from './service'

/** The cache tag of all reads of articles. */
export const ARTICLES = 'articles'

const cached: RequestOptions = { next: { revalidate: 3600, tags: [ARTICLES] } }

/** The published articles, by title. Responses are cached for an hour, or until the tag is revalidated. */
export async function findArticles(search: string) {
  return service.collection('articles').all(
    {
      fields: ['title', 'slug'],
      filters: allOf(search && { title: { $containsi: search } }),
      sort: 'title',
    },
    cached,
  )
}

/**
 * Returns an article with its files and sections, or null. Draft mode finds drafts, without a cache. The page
 * and its metadata both call this function: Next sends one request for equal calls of a render.
 */
export async function findArticle(slug: string) {
  const { isEnabled } = await draftMode()
  return service.collection('articles').first(
    {
      filters: { slug },
      populate: { cover: true, sections: { populate: '*' } },
      status: isEnabled ? 'draft' : 'published',
    },
    isEnabled ? { cache: 'no-store' } : cached,
  )
}
