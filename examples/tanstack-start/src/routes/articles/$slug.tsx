import { renderBlocks } from '@content-api/sdk'
import { failureOf } from '@content-api/sdk/frameworks'
import { mediaURL, srcset } from '@content-api/sdk/media'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { setResponseStatus } from '@tanstack/react-start/server'
import { showsDrafts } from '../../drafts.server'
import { baseURL } from '../../service.server'

const findArticle = createServerFn()
  .validator((slug: string) => slug)
  .handler(async ({ data: slug, context: { api } }) => {
    const article = await api
      .collection('articles')
      .first({
        filters: { slug },
        populate: { cover: true, sections: { populate: '*' } },
        publicationState: showsDrafts() ? 'preview' : 'live',
      })
      .catch((cause: unknown) => {
        const { status, message } = failureOf(cause)
        setResponseStatus(status)
        throw new Error(message)
      })
    if (!article) throw notFound()
    return { article, body: renderBlocks(article.body), cmsURL: baseURL }
  })

export const Route = createFileRoute('/articles/$slug')({
  loader: ({ params }) => findArticle({ data: params.slug }),
  component: Article,
})

function Article() {
  const { article, body, cmsURL } = Route.useLoaderData()
  const { title, cover, sections } = article
  return (
    <>
      <title>{title ?? ''}</title>
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
