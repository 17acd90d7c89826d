import { defineQuery, type PublicationState, type RequestOptions } from '@content-api/sdk'
import { draftMode } from 'next/headers'
import { service } from './service'

/** The cache tag of all reads of articles. */
export const ARTICLES = 'articles'

const articles = service.collection('articles')

const teaser = defineQuery(articles, { fields: ['title', 'slug', 'publishedAt'], sort: 'title' })

/**
 * Returns the options of all reads. Draft mode includes drafts and disables the cache, whose responses last
 * an hour otherwise.
 */
async function mode(): Promise<{ publicationState: PublicationState; options: RequestOptions }> {
  const { isEnabled } = await draftMode()
  if (isEnabled) return { publicationState: 'preview', options: { cache: 'no-store' } }
  return { publicationState: 'live', options: { next: { revalidate: 3600, tags: [ARTICLES] } } }
}

export async function findTeasers() {
  const { publicationState, options } = await mode()
  const { data } = await articles.find({ ...teaser, publicationState }, options)
  return data
}

/** The page and its metadata both call this function. Next sends one request for equal calls of a render. */
export async function findArticle(slug: string) {
  const { publicationState, options } = await mode()
  return articles.first({ filters: { slug }, publicationState }, options)
}
