import { allOf, createClient } from '@content-api/sdk'
import { failureOf, frameworkFetch } from '@content-api/sdk/frameworks'
import { error } from '@sveltejs/kit'
import type { ContentTypes } from '../content-types.gen'
import type { PageLoad } from './$types'

/** Runs on the server for the first page, and in the browser for later ones: it reads public content only. */
export const load: PageLoad = async ({ fetch, parent, url }) => {
  const search = url.searchParams.get('search') ?? ''
  const { cmsURL } = await parent()
  const api = createClient<ContentTypes>({ baseURL: cmsURL, fetch: frameworkFetch(fetch) })
  const { data: articles } = await api
    .collection('articles')
    .find({
      fields: ['title', 'slug'],
      filters: allOf(search && { title: { $containsi: search } }),
      sort: 'title',
    })
    .catch((cause: unknown) => error(failureOf(cause).status, failureOf(cause).message))
  return { articles, search }
}
