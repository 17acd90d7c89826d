import { renderBlocks } from '@content-api/sdk'
import { failureOf } from '@content-api/sdk/frameworks'
import { mediaURL, srcset } from '@content-api/sdk/media'
import { data } from 'react-router'
import { showsDrafts } from '../drafts.server'
import { apiContext, baseURL } from '../service.server'
import type { Route } from './+types/article'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const article = await context
    .get(apiContext)
    .collection('articles')
    .first({
      filters: { slug: params.slug },
      populate: { cover: true, sections: { populate: '*' } },
      publicationState: (await showsDrafts(request)) ? 'preview' : 'live',
    })
    .catch((cause: unknown) => {
      const { status, message } = failureOf(cause)
      throw data(message, { status })
    })
  if (!article) throw data('There is no such article.', { status: 404 })
  return { article, body: renderBlocks(article.body), cmsURL: baseURL }
}

export default function Article({ loaderData: { article, body, cmsURL } }: Route.ComponentProps) {
  const { title, cover, sections } = article
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      {cover && (
        <img
          src={mediaURL(cover, cmsURL)}
          srcSet={srcset(cover, cmsURL)}
          sizes="400px"
          alt={cover.alternativeText ?? ''}
        />
      )}
      <div dangerouslySetInnerHTML={{ __html: body }} />
      {sections?.map((section, index) =>
        section.__component === 'sections.quote' ? (
          <blockquote key={index}>
            <p>{section.text}</p>
            {section.author && <cite>{section.author}</cite>}
          </blockquote>
        ) : (
          <figure key={index}>
            {section.image && <img src={mediaURL(section.image, cmsURL)} alt={section.image.alternativeText ?? ''} />}
            <figcaption>{section.caption}</figcaption>
          </figure>
        ),
      )}
    </>
  )
}
