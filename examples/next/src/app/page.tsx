import Link from 'next/link'
import { findTeasers } from '../articles'

export default async function Home() {
  const teasers = await findTeasers()
  return (
    <>
      <h1>Articles</h1>
      <ul>
        {teasers.map(({ id, title, slug, publishedAt }) => (
          <li key={id}>
            <Link href={`/articles/${slug}`}>{title}</Link>
            {publishedAt === null && ' (draft)'}
          </li>
        ))}
      </ul>
    </>
  )
}
