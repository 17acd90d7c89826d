import { renderBlocks } from '@content-api/sdk'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { findArticle } from '../../../articles'

interface Props {
  readonly params: Promise<{ slug: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const article = await findArticle((await params).slug)
  return { title: article?.title ?? 'No such article' }
}

export default async function ArticlePage({ params }: Props) {
  const article = await findArticle((await params).slug)
  if (!article) notFound()
  return (
    <article>
      <h1>{article.title}</h1>
      <div dangerouslySetInnerHTML={{ __html: renderBlocks(article.body) }} />
    </article>
  )
}
