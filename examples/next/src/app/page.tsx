import Form from 'next/form'
import Link from 'next/link'
import { findArticles } from '../articles'

export const metadata = { title: 'Articles' }

interface Props {
  readonly searchParams: Promise<{ search?: string }>
}

export default async function Home({ searchParams }: Props) {
  const { search = '' } = await searchParams
  const articles = await findArticles(search)
  return (
    <>
      <h1>Articles</h1>
      <Form action="/" role="search">
        <label>
          Search <input type="search" name="search" defaultValue={search} />
        </label>
        <button>Search</button>
      </Form>
      <ul>
        {articles.map(({ title, slug }) => (
          <li key={slug}>
            <Link href={`/articles/${slug}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
