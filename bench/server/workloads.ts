/** One request of a workload, the same for both servers. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body?: unknown
}

export interface Workload {
  readonly name: string
  readonly kind: 'read' | 'write'
  /** The minimum ratio to the handwritten server, instead of the minimum for all reads. */
  readonly atLeast?: number
  /** Returns the nth request. Parameters vary, so that consecutive requests differ. */
  call(n: number): Call
}

const get = (path: string): Call => ({ method: 'GET', path })
const query = (text: string, variables: object): Call => ({
  method: 'POST',
  path: '/graphql',
  body: { query: text, variables },
})
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const regions = ['Africa', 'Americas', 'Antarctic', 'Asia', 'Europe', 'Oceania']

const cityPage = `query Cities($page: Int) {
  cities(pagination: { page: $page, pageSize: 25 }) {
    data { id attributes { name latitude longitude division createdAt updatedAt } }
  }
}`
// The explicit limits exceed the default of ten, because some countries have more related entries.
const countryPage = `query Countries($page: Int) {
  countries(pagination: { page: $page, pageSize: 25 }) {
    data {
      id
      attributes {
        name code capital area independent updatedAt
        region { data { id attributes { name } } }
        languages(pagination: { limit: 100 }) { data { id attributes { code name } } }
        currencies(pagination: { limit: 100 }) { data { id attributes { code name symbol } } }
      }
    }
  }
}`

export const workloads: readonly Workload[] = [
  {
    name: 'list of 25',
    kind: 'read',
    call: (n) =>
      get(`/api/cities?pagination[page]=${(n % 200) + 1}&pagination[pageSize]=25&pagination[withCount]=false`),
  },
  {
    name: 'list of 25 and count',
    kind: 'read',
    call: (n) => get(`/api/cities?pagination[page]=${(n % 200) + 1}&pagination[pageSize]=25`),
  },
  {
    name: 'filter, sort, page, fields',
    kind: 'read',
    call: (n) =>
      get(
        `/api/cities?filters[name][$gte]=${letters[n % 26]}${letters[(n * 7) % 26]?.toLowerCase()}&sort=name&fields[0]=name&fields[1]=latitude&pagination[page]=${(n % 5) + 1}&pagination[pageSize]=25&pagination[withCount]=false`,
      ),
  },
  {
    name: 'deep filter over two relations',
    kind: 'read',
    call: (n) =>
      get(
        `/api/cities?filters[country][region][name][$eq]=${regions[n % 6]}&pagination[page]=${(n % 4) + 1}&pagination[pageSize]=25&pagination[withCount]=false`,
      ),
  },
  {
    name: 'populate two levels',
    kind: 'read',
    atLeast: 1,
    call: (n) =>
      get(
        `/api/countries?populate[region]=true&populate[languages]=true&populate[borders][fields][0]=name&populate[borders][populate][currencies]=true&pagination[page]=${(n % 10) + 1}&pagination[pageSize]=25&pagination[withCount]=false`,
      ),
  },
  {
    name: 'populate everything',
    kind: 'read',
    atLeast: 1,
    // Everything that a country can populate, except its cities: there are thousands.
    call: (n) =>
      get(
        `/api/countries?populate[flag]=true&populate[position]=true&populate[translations]=true&populate[facts]=true&populate[region]=true&populate[languages]=true&populate[currencies]=true&populate[borders]=true&pagination[page]=${(n % 10) + 1}&pagination[pageSize]=25&pagination[withCount]=false`,
      ),
  },
  { name: 'find one', kind: 'read', call: (n) => get(`/api/countries/${(n % 250) + 1}`) },
  {
    name: 'GraphQL: list of 25',
    kind: 'read',
    atLeast: 1.5,
    call: (n) => query(cityPage, { page: (n % 200) + 1 }),
  },
  {
    name: 'GraphQL: 25 with three nested relations',
    kind: 'read',
    atLeast: 1.5,
    call: (n) => query(countryPage, { page: (n % 10) + 1 }),
  },
  {
    name: 'create',
    kind: 'write',
    call: (n) => ({
      method: 'POST',
      path: '/api/cities',
      body: { data: { name: `Bench ${n}`, latitude: 1.5, longitude: 2.25, country: (n % 250) + 1 } },
    }),
  },
  {
    name: 'update with connect',
    kind: 'write',
    call: (n) => ({
      method: 'PUT',
      path: `/api/countries/${(n % 250) + 1}`,
      body: { data: { languages: { connect: [(n % 100) + 1] } } },
    }),
  },
]
