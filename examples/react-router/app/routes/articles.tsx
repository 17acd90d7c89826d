import { allOf } from '@content-api/sdk'
import { failureOf } from '@content-api/sdk/frameworks'
import { data, Form, Link } from 'react-router'
import { apiContext } from '../service.server'
import type { Route } from './+types/articles'

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = url.searchParams.get('search') ?? ''
  const { data: articles } = await context
    .get(apiContext)
    .collection('articles')
    .find({
      fields: ['title', 'slug'],
      filters: allOf(search && { title: { $containsi: search } }),
      sort: 'title',
    })
    .catch((cause: unknown) => {
      const { status, message } = failureOf(cause)
      throw data(message, { status })
    })
  return { articles, search }
}

export default function Articles({ loaderData: { articles, search } }: Route.ComponentProps) {
  return (
    <>
      <title>Articles</title>
      <h1>Articles</h1>
      <Form role="search">
        <label>
          Search <input type="search" name="search" defaultValue={search} />
        </label>
        <button type="submit">Search</button>
      </Form>
      <ul>
        {articles.map(({ id, title, slug }) => (
          <li key={id}>
            <Link to={`/articles/${slug}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
