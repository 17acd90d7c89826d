import { isRecord, read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const tag = namesOf('tag')
const word = {
  typeDefs: 'extend type Query { word(of: String): String }',
  resolvers: { Query: { word: (_: unknown, args: { of?: string }) => `word of ${args.of ?? 'nobody'}` } },
}

type Next = (...args: unknown[]) => unknown

const extending = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `inproc.${id}`, clauses, title, needs: ['inproc'], run })

/** Sends the query that the extension adds. Returns its value, and whether the response has errors. */
async function ask(t: ScenarioContext, as: 'full' | 'public' = 'full', query = '{ word(of: "me") }') {
  const response = await t.graphql(query, {}, { as })
  return { response, value: read(response.body, 'data.word'), rejected: Array.isArray(read(response.body, 'errors')) }
}

const configured = (options: object) => ({ ...word, resolversConfig: { 'Query.word': options } })

/**
 * Returns a scenario that starts a target for each case, with the query `word` and the options of the case.
 * It checks whether the resolver responds.
 */
const expectingResponse = (
  id: string,
  clauses: readonly string[],
  title: string,
  cases: readonly { readonly options: object; readonly as: 'full' | 'public'; readonly passes: boolean }[],
) =>
  extending(id, clauses, title, async (t) => {
    for (const { options, as, passes } of cases) {
      await t.extended(
        (service) => void service.use(configured(options)),
        async (inside) => {
          const { response, value, rejected } = await ask(inside, as)
          t.equal(
            response,
            passes ? 'The resolver did not respond' : 'The resolver responded',
            [rejected, value ?? null],
            passes ? [false, 'word of me'] : [true, null],
          )
        },
      )
    }
  })

export const extendScenarios = [
  extending(
    'use.object',
    ['4.6/use', '4.6/typeDefs', '4.6/resolvers'],
    'use() accepts an object with typeDefs and resolvers',
    (t) =>
      t.extended(
        (service) => void service.use(configured({ auth: false })),
        async (inside) => {
          const { response, value } = await ask(inside)
          t.equal(response, 'The added query returns something else', value, 'word of me')
        },
      ),
  ),
  extending('use.function', ['4.6/use'], 'use() accepts a function that returns one', (t) =>
    t.extended(
      (service) => void service.use(() => configured({ auth: false })),
      async (inside) => {
        const { response, value } = await ask(inside)
        t.equal(response, 'The added query returns something else', value, 'word of me')
      },
    ),
  ),
  extending('types', ['4.6/types'], 'types adds types of the builder library', async (t) => {
    const { makeType } = t.inproc
    if (!makeType) return t.notApplicable('The adapter provides no types.')
    await t.extended(
      (service) => void service.use((library: unknown) => ({ types: [makeType(library, 'ConfWord')] })),
      async (inside) => {
        const response = await inside.graphql('{ __type(name: "ConfWord") { fields { name } } }')
        t.equal(response, 'The type is missing', read(t.data(response), '__type.fields'), [{ name: 'word' }])
      },
    )
  }),
  extending('plugins', ['4.6/plugins'], 'plugins adds plugins of the builder', async (t) => {
    const { makePlugin } = t.inproc
    if (!makePlugin) return t.notApplicable('The adapter provides no plugins.')
    let seen = false
    const see = () => {
      seen = true
    }
    await t.extended(
      (service) => void service.use((library: unknown) => ({ plugins: [makePlugin(library, see)] })),
      async (inside) => {
        const response = await inside.graphql('{ __typename }')
        t.equal(response, 'The plugin did not run', seen, true)
      },
    )
  }),
  extending('resolvers.field', ['4.6/resolvers'], 'resolvers can resolve a field of a content type', (t) =>
    t.extended(
      (service) => void service.use({ resolvers: { [tag.type]: { name: () => 'overridden' } } }),
      async (inside) => {
        const { id } = await inside.make('tag', { name: 'stored' })
        const response = await inside.graphql(
          `query ($id: ID) { ${tag.one}(id: $id) { data { attributes { name } } } }`,
          { id },
        )
        t.equal(
          response,
          'The field returns something else',
          read(t.data(response), `${tag.one}.data.attributes.name`),
          'overridden',
        )
      },
    ),
  ),
  expectingResponse(
    'auth.false',
    ['4.6/auth-false', '4.6/resolversConfig', '5/r5'],
    'auth: false allows every caller, without it the public is rejected',
    [
      { options: { auth: false }, as: 'public', passes: true },
      { options: {}, as: 'public', passes: false },
    ],
  ),
  expectingResponse(
    'auth.scope',
    ['4.6/auth-scope', '4.6/resolversConfig', '5/r5'],
    'auth.scope requires the permissions that it lists',
    [
      { options: { auth: { scope: ['api::conf-vault.conf-vault.find'] } }, as: 'full', passes: true },
      { options: { auth: { scope: ['api::conf-vault.conf-vault.find'] } }, as: 'public', passes: false },
      { options: { auth: { scope: ['api::conf-tag.conf-tag.find'] } }, as: 'public', passes: true },
    ],
  ),
  expectingResponse(
    'policies',
    ['4.6/policies', '4.6/resolversConfig'],
    'A policy whose result is falsy blocks, and so does one among several',
    [
      { options: { auth: false, policies: [() => true] }, as: 'full', passes: true },
      { options: { auth: false, policies: [() => false] }, as: 'full', passes: false },
      { options: { auth: false, policies: [() => true, () => 0] }, as: 'full', passes: false },
      { options: { auth: false, policies: [() => Promise.resolve(false)] }, as: 'full', passes: false },
    ],
  ),
  extending(
    'policies.context',
    ['4.6/policy-context'],
    'A policy receives args, context and info, and the application',
    async (t) => {
      const seen: unknown[] = []
      const policy = (given: unknown, ...others: readonly unknown[]) => {
        const [context, info] = [read(given, 'context'), read(given, 'info')]
        return seen.push(read(given, 'args.of'), isRecord(context), isRecord(info), others.some(isRecord)) > 0
      }
      await t.extended(
        (service) => void service.use(configured({ auth: false, policies: [policy] })),
        async (inside) => {
          const { response } = await ask(inside)
          t.equal(response, 'The policy received something else', seen, ['me', true, true, true])
        },
      )
    },
  ),
  extending(
    'middlewares',
    ['4.6/middlewares', '4.6/resolversConfig'],
    'middlewares wrap the resolver, the first outermost, and may change arguments and result',
    (t) => {
      const around =
        (sign: string) =>
        async (next: Next, parent: unknown, args: Record<string, unknown>, ...rest: unknown[]) =>
          `${sign}${String(await next(parent, { ...args, of: `${String(args['of'])}${sign}` }, ...rest))}${sign}`
      return t.extended(
        (service) => void service.use(configured({ auth: false, middlewares: [around('1'), around('2')] })),
        async (inside) => {
          const { response, value } = await ask(inside)
          t.equal(response, 'The middlewares had another effect', value, '12word of me1221')
        },
      )
    },
  ),
  extending(
    'middlewares.nested',
    ['4.6/middlewares-nested'],
    'A middleware can act on a field of a content type',
    (t) => {
      const loud = async (next: Next, ...rest: unknown[]) => String(await next(...rest)).toUpperCase()
      return t.extended(
        (service) => void service.use({ resolversConfig: { [`${tag.type}.name`]: { middlewares: [loud] } } }),
        async (inside) => {
          const { id } = await inside.make('tag', { name: 'quiet' })
          const response = await inside.graphql(
            `query ($id: ID) { ${tag.one}(id: $id) { data { attributes { name } } } }`,
            { id },
          )
          t.equal(
            response,
            'The field returns something else',
            read(t.data(response), `${tag.one}.data.attributes.name`),
            'QUIET',
          )
        },
      )
    },
  ),
]
