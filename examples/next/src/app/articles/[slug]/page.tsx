import { renderBlocks } from '@content-api/sdk'
import { mediaURL, srcset } from '@content-api/sdk/media'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { findArticle } from '../../../articles'
import { baseURL } from '../../../service'

interface Props {
  readonly params: Promise<{ slug: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const article = await findArticle((await params).slug)
  return { title: article?.title ?? 'Not found' }
}

export default async function ArticlePage({ params }: Props) {
  const article = await findArticle((await params).slug)
  if (!article) notFound()
  const { title, cover, body, sections } = article
  return (
    <article>
      <h1>{title}</h1>
      {cover && (
        <img
          src={mediaURL(cover, baseURL)}
          srcSet={srcset(cover, baseURL)}
          sizes="40rem"
          alt={cover.alternativeText ?? ''}
          width={cover.width ?? undefined}
          height={cover.height ?? undefined}
        />
      )}
      <div dangerouslySetInnerHTML={{ __html: renderBlocks(body) }} />
      {sections?.map((section, index) =>
        section.__component === 'sections.quote' ? (
          <blockquote key={index}>
            <p>{section.text}</p>
            {section.author && <cite>{section.author}</cite>}
          </blockquote>
        ) : (
          <figure key={index}>
            {section.image && <img src={mediaURL(section.image, baseURL)} alt={section.image.alternativeText ?? ''} />}
            <figcaption>{section.caption}</figcaption>
          </figure>
        ),
      )}
    </article>
  )
}
