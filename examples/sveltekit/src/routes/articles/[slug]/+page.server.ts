import { renderBlocks } from '@content-api/sdk'
import { failureOf } from '@content-api/sdk/frameworks'
import { error } from '@sveltejs/kit'
import { showsDrafts } from '../../preview/drafts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals, params, cookies }) => {
  const article = await locals.api
    .collection('articles')
    .first({
      filters: { slug: params.slug },
      populate: { cover: true, sections: { populate: '*' } },
      publicationState: showsDrafts(cookies) ? 'preview' : 'live',
    })
    .catch((cause: unknown) => error(failureOf(cause).status, failureOf(cause).message))
  if (!article) error(404, 'There is no such article.')
  return { article, body: renderBlocks(article.body) }
}
