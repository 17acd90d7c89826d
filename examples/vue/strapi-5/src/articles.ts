import { allOf } from '@content-api/sdk'
import { mutations, queries } from '@content-api/sdk/tanstack-query'
import { keepPreviousData } from '@tanstack/vue-query'
import { showsDrafts } from './drafts'
import { api, queryClient } from './service'

const articles = queries(api, 'articles')

/** The options of a query for published articles, by title. The previous list stays until the next arrives. */
export const articlesBySearch = (search: string) => ({
  ...articles.find({
    fields: ['title', 'slug'],
    filters: allOf(search && { title: { $containsi: search } }),
    sort: 'title',
  }),
  placeholderData: keepPreviousData,
})

/** The options of a query for an article with its files and sections, or null. */
export const articleBySlug = (slug: string) =>
  articles.first({
    filters: { slug },
    populate: { cover: true, sections: { populate: '*' } },
    status: showsDrafts.value ? 'draft' : 'published',
  })

/** The options of a mutation that creates an article. */
export const createArticle = mutations(api, 'articles', queryClient).create()
