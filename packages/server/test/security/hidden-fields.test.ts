import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, type Register, createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'

/**
 * The ways to hide an attribute. The tests combine each with every parameter that can name an attribute,
 * with the relations that lead to it, and with both interfaces. The response for a hidden attribute must be
 * equal to that for a missing one, except for the name.
 */
const hidden = {
  private: 'secretPrivate',
  password: 'secretPassword',
  permission: 'vault',
  disabled: 'secretDisabled',
  policy: 'secretPolicy',
  scope: 'secretScope',
} as const
type Mechanism = keyof typeof hidden

/** An extension hides attributes in GraphQL only. REST is not affected. */
const inRest: readonly Mechanism[] = ['private', 'password', 'permission']
const inGraphql = Object.keys(hidden) as Mechanism[]

const string = { type: 'string' }
const relation = (kind: string, target: string) => ({ type: 'relation', relation: kind, target })
const type = (name: string, attributes: object) => ({
  [`api::${name}.${name}`]: {
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes,
  },
})
const attributes = {
  open: string,
  secretPrivate: { ...string, private: true },
  secretPassword: { type: 'password' },
  secretDisabled: string,
  secretPolicy: string,
  secretScope: string,
  vault: relation('manyToOne', 'api::vault.vault'),
}
const sources = {
  contentTypes: {
    ...type('paper', {
      ...attributes,
      related: relation('manyToMany', 'api::paper.paper'),
      box: { type: 'component', component: 'shared.box' },
    }),
    ...type('vault', { open: string }),
  },
  components: { 'shared.box': { info: { displayName: 'Box' }, attributes } },
} as never

const register: Register = ({ strapi }) => {
  const extension = strapi.plugin('graphql').service('extension')
  for (const uid of ['api::paper.paper', 'shared.box']) extension.shadowCRUD(uid).field('secretDisabled').disable()
  extension.use({
    resolversConfig: Object.fromEntries(
      ['Paper', 'ComponentSharedBox'].flatMap((name) => [
        [`${name}.secretPolicy`, { policies: [() => false] }],
        [`${name}.secretScope`, { auth: { scope: ['api::vault.vault.find'] } }],
      ]),
    ),
  })
}

const absent = 'qqqqqq'

/** The relations and components from a paper to the attribute. */
const ways: readonly (readonly string[])[] = [[], ['box'], ['related'], ['related', 'box'], ['related', 'related']]

const brackets = (names: readonly string[]) => names.map((name) => `[${name}]`).join('')
const populated = (way: readonly string[]) =>
  way
    .map((name) => `[populate][${name}]`)
    .join('')
    .replace(/^\[populate\]/, 'populate')

/** Requests that name an attribute at the end of a path. If the attribute is a relation, `path` continues behind it. */
function restRequests(way: readonly string[], path: readonly string[]): string[] {
  const whole = [...way, ...path]
  const below =
    way.length === 0
      ? []
      : [
          `${populated(way)}[sort]=${path.join('.')}`,
          `${populated(way)}[filters]${brackets(path)}[$eq]=a`,
          `${populated(way)}[fields][0]=${path.join('.')}`,
          `${populated(way)}[populate]=${path.join('.')}`,
          `${populated(way)}[populate]${brackets(path)}=true`,
        ]
  return [
    ...below,
    `sort=${whole.join('.')}`,
    `sort[0]=open&sort[1]=${whole.join('.')}:desc`,
    `sort${brackets(whole)}=asc`,
    `filters${brackets(whole)}[$eq]=a`,
    `filters${brackets(whole)}=a`,
    `filters[$or][0]${brackets(whole)}[$notNull]=true`,
    `filters[$not]${brackets(whole)}[$contains]=a`,
    `fields[0]=${whole.join('.')}`,
    `populate=${whole.join('.')}`,
    `populate${brackets(whole)}=true`,
  ]
}

function graphqlRequests(way: readonly string[], path: readonly string[]): string[] {
  const whole = [...way, ...path]
  const condition = (names: readonly string[]) =>
    names.reduceRight((inner, name) => `{ ${name}: ${inner} }`, '{ eq: "a" }')
  const isList = way.at(-1) === 'related'
  const inside = way.reduceRight((inner, name, index) => {
    const input = index === way.length - 1 && isList ? '#' : ''
    return name === 'box' ? `box { id ${inner} }` : `related${input} { data { id attributes { open ${inner} } } }`
  }, '')
  const select = (input: string) => `{ papers { data { id attributes { open ${inside.replace('#', input)} } } } }`
  return [
    `{ papers(sort: "${whole.join('.')}") { data { id } } }`,
    `{ papers(sort: ["open", "${whole.join('.')}:desc"]) { data { id } } }`,
    `{ papers(filters: ${condition(whole)}) { data { id } } }`,
    `{ papers(filters: { or: [${condition(whole)}] }) { data { id } } }`,
    `{ papers(filters: { not: ${condition(whole)} }) { data { id } meta { pagination { total } } } }`,
    ...(isList ? [select(`(sort: "${path.join('.')}")`), select(`(filters: ${condition(path)})`)] : []),
  ]
}

/** Removes the parts of errors that may differ: the name, the positions in the document and suggestions. */
function comparable(text: string, name: string): unknown {
  const without = text.replaceAll(name, '?').replaceAll(/ ?Did you mean[^?]*\?[^?"]*"?\??/g, '')
  const { error, errors, data } = JSON.parse(
    without.replaceAll(/\. ?Did you mean.*?(?=","details|","locations|","extensions)/g, ''),
  ) as Body
  return { data, error: error && { ...error, details: {} }, errors: errors?.map(({ message }) => message) }
}

interface Body {
  readonly data: unknown
  readonly error?: object
  readonly errors?: readonly { readonly message: string }[]
}

describe.each(await databases())('hidden attributes on $name', ({ connection }) => {
  let api: ContentApi
  let token: string

  beforeAll(async () => {
    api = await createContentApi({
      ...(sources as object),
      contentTypes: (sources as { contentTypes: object }).contentTypes as never,
      database: connection,
      config: {
        permissions: { public: [] },
        auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
        graphql: { config: { depthLimit: 30 } },
      },
      register,
      log: () => undefined,
    })
    const lines = ['a', 'b'].map((word, index) => ({
      type: 'api::paper.paper',
      id: index + 1,
      attributes: {
        open: word,
        secretPrivate: word,
        secretDisabled: word,
        secretPolicy: word,
        secretScope: word,
        related: [1, 2],
      },
    }))
    await api.importEntries(lines)
    const permissions = ['api::paper.paper.find', 'api::paper.paper.findOne']
    token = await api.accounts.createToken({ name: 'reader', type: 'custom', permissions })
  })
  afterAll(() => api.close())

  const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
  const rest = async (query: string) => {
    const url = `http://house.example/api/papers?${query}`
    return (await api.fetch(new Request(url, { headers: headers() }))).text()
  }
  const graphql = async (query: string) => {
    const body = JSON.stringify({ query })
    const sent = new Request('http://house.example/graphql', { method: 'POST', headers: headers(), body })
    return (await api.fetch(sent)).text()
  }

  const cases = (mechanisms: readonly Mechanism[]) =>
    mechanisms.flatMap((mechanism) => ways.map((way) => [mechanism, way.join('.') || 'the entry', way] as const))
  const paths = (mechanism: Mechanism, name: string) =>
    mechanism === 'permission' ? [[name], [name, 'open'], [name, 'id']] : [[name]]

  it.each(cases(inRest))(
    'respond like missing ones in REST when hidden by %s, in %s',
    async (mechanism, _place, way) => {
      const name = hidden[mechanism]
      const of = (name: string) =>
        paths(mechanism, name)
          .flatMap((path) => restRequests(way, path))
          // Populated relations to what the caller may not find are omitted (specification §4.3).
          .filter(
            (query) =>
              mechanism !== 'permission' || !query.includes('populate') || /\[(sort|filters|fields)\]/.test(query),
          )
      const [requested, twins] = [of(name), of(absent)]
      for (const [index, query] of requested.entries()) {
        const [own, other] = [await rest(query), await rest(twins[index] as string)]
        expect([query, comparable(own, name)]).toEqual([query, comparable(other, absent)])
        expect([query, own.includes('"status":400')]).toEqual([query, true])
      }
    },
  )

  it.each(cases(inGraphql))(
    'respond like missing ones in GraphQL when hidden by %s, in %s',
    async (mechanism, _place, way) => {
      const name = hidden[mechanism]
      const requested = paths(mechanism, name).flatMap((path) => graphqlRequests(way, path))
      const twins = paths(mechanism, absent).flatMap((path) => graphqlRequests(way, path))
      for (const [index, query] of requested.entries()) {
        const own = await graphql(query)
        const { data, errors = [] } = JSON.parse(own) as Body
        expect([query, errors.length > 0]).toEqual([query, true])
        expect([query, JSON.stringify(data ?? null)]).toEqual([query, expect.stringMatching(/^null$|"\w+":null/)])
        // The schema has the same filters for every caller.
        if (!query.includes('sort')) continue
        expect([query, comparable(own, name)]).toEqual([
          query,
          comparable(await graphql(twins[index] as string), absent),
        ])
      }
    },
  )

  it('respond differently from open attributes, which succeed', async () => {
    for (const way of ways) {
      for (const query of restRequests(way, ['open']).filter(
        (query) => !query.includes('fields') && !/populate.*=(open|true)|populate=/.test(query),
      ))
        expect([query, (await rest(query)).includes('"error"')]).toEqual([query, false])
      for (const query of graphqlRequests(way, ['open']))
        expect([query, (await graphql(query)).includes('"errors"')]).toEqual([query, false])
    }
  })
})
