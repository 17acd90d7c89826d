import { allOf } from '@content-api/sdk'

/** The published articles, by title. */
export async function findArticles(api: Client, search: string) {
  return api.collection('articles').all({
    fields: ['title', 'slug'],
    filters: allOf(search && { title: { $containsi: search } }),
    sort: 'title',
  })
}

/** Returns an article with its files and sections, or null. Drafts are only found with `preview`. */
export async function findArticle(api: Client, slug: string, preview: boolean) {
  return api.collection('articles').first({
    filters: { slug },
    populate: { cover: true, sections: { populate: '*' } },
    publicationState: preview ? 'preview' : 'live',
  })
}
