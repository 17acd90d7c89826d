import { articleOf, countries, type Loaded } from './oracle-content.js'
import type { Call } from './workloads.js'

/** A workload on the articles. `call` gets the ids of the content, because they differ between servers. */
export interface OracleWorkload {
  readonly name: string
  readonly kind: 'read' | 'write'
  call(n: number, ids: Loaded): Call
}

const get = (path: string): Call => ({ method: 'GET', path })
const at = <Id>(ids: readonly Id[], n: number) => ids[n % ids.length] as Id
const page = (n: number) => `pagination[page]=${(n % 20) + 1}&pagination[pageSize]=25`

const nested = `query Articles($page: Int) {
  articles(pagination: { page: $page, pageSize: 25 }, sort: "id") {
    data {
      id
      attributes {
        title summary kind rating score price updatedAt
        category { data { id attributes { name rank } } }
        author { data { id attributes { name country } } }
        tags(pagination: { limit: 100 }) { data { id attributes { name color } } }
      }
    }
  }
}`

export const oracleWorkloads: readonly OracleWorkload[] = [
  { name: 'list', kind: 'read', call: (n) => get(`/api/articles?${page(n)}`) },
  {
    name: 'list without count',
    kind: 'read',
    call: (n) => get(`/api/articles?${page(n)}&pagination[withCount]=false`),
  },
  {
    name: 'filtered sorted page',
    kind: 'read',
    call: (n) =>
      get(`/api/articles?filters[rating][$gte]=${(n % 5) + 1}&filters[kind]=news&sort=title:desc&${page(n % 5)}`),
  },
  {
    name: 'filter over two relations',
    kind: 'read',
    call: (n) =>
      get(
        `/api/articles?filters[author][country][$eq]=${countries[n % 5]}&filters[tags][name][$eq]=tag ${n % 40}&${page(0)}`,
      ),
  },
  {
    name: 'populate',
    kind: 'read',
    call: (n) =>
      get(`/api/articles?populate[category]=true&populate[tags]=true&populate[author][fields][0]=name&${page(n)}`),
  },
  {
    name: 'populate two levels',
    kind: 'read',
    call: (n) =>
      get(
        `/api/articles?populate[category]=true&populate[tags]=true&populate[author][populate][avatar]=true&${page(n)}`,
      ),
  },
  {
    name: 'sorted by a relation',
    kind: 'read',
    call: (n) => get(`/api/articles?sort[0]=author.name&sort[1]=id&${page(n)}`),
  },
  { name: 'populate=*', kind: 'read', call: (n) => get(`/api/articles?populate=*&${page(n)}`) },
  {
    name: 'nested GraphQL',
    kind: 'read',
    call: (n) => ({ method: 'POST', path: '/graphql', body: { query: nested, variables: { page: (n % 20) + 1 } } }),
  },
  { name: 'find one', kind: 'read', call: (n, ids) => get(`/api/articles/${at(ids.articles, n)}`) },
  {
    name: 'create',
    kind: 'write',
    call: (n, ids) => {
      // Unique titles: otherwise the servers would search for a free slug, which takes longer with each entry.
      const data = { ...articleOf(n, ids), slug: undefined, title: `Created ${n} at ${process.hrtime.bigint()}` }
      return { method: 'POST', path: '/api/articles', body: { data } }
    },
  },
  {
    name: 'update with connect',
    kind: 'write',
    call: (n, ids) => ({
      method: 'PUT',
      path: `/api/articles/${at(ids.articles, n)}`,
      body: { data: { rating: (n % 10) + 1, tags: { connect: [at(ids.tags, n * 7)] } } },
    }),
  },
]
