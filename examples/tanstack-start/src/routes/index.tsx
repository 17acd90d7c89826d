import { allOf } from '@content-api/sdk'
import { failureOf } from '@content-api/sdk/frameworks'
import { createFileRoute, Link } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { setResponseStatus } from '@tanstack/react-start/server'

const findArticles = createServerFn()
  .validator((search: string) => search)
  .handler(async ({ data: search, context: { api } }) => {
    const { data: articles } = await api
      .collection('articles')
      .find({
        fields: ['title', 'slug'],
        filters: allOf(search && { title: { $containsi: search } }),
        sort: 'title',
      })
      .catch((cause: unknown) => {
        const { status, message } = failureOf(cause)
        setResponseStatus(status)
        throw new Error(message)
      })
    return articles
  })

export const Route = createFileRoute('/')({
  validateSearch: ({ search }: { search?: unknown }): { search?: string } =>
    search === undefined ? {} : { search: String(search) },
  loaderDeps: ({ search: { search = '' } }) => ({ search }),
  loader: ({ deps }) => findArticles({ data: deps.search }),
  component: Articles,
})

function Articles() {
  const articles = Route.useLoaderData()
  const { search } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <title>Articles</title>
      <h1>Articles</h1>
      <form role="search" action={(form) => navigate({ search: { search: String(form.get('search')) } })}>
        <label>
          Search <input type="search" name="search" defaultValue={search} />
        </label>
        <button type="submit">Search</button>
      </form>
      <ul>
        {articles.map(({ id, title, slug }) => (
          <li key={id}>
            <Link to="/articles/$slug" params={{ slug: slug ?? '' }}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
