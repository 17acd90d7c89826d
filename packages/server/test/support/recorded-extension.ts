// The builders of nexus have no types without the library.
// oxlint-disable typescript/no-explicit-any
import type { Register } from '@content-api/strapi-project/code/project-types'

const fields = ['hello(name: String): Hello', 'helloThrow: String', 'helloMw(n: Int): String'].concat(
  ['helloScoped', 'helloPolicy', 'helloPolicyFalse', 'helloPolicyUndef', 'helloNoConfig'].map(
    (name) => `${name}: String`,
  ),
)

/** The extension with which exchanges were recorded. */
export const recordedExtension: Register = ({ strapi }) => {
  const { shadowCRUD, use } = strapi.plugin('graphql').service('extension')
  shadowCRUD('api::memo.memo').disable()
  shadowCRUD('api::note.note').disableQueries()
  shadowCRUD('api::detail.detail').disableMutations()
  shadowCRUD('api::tag.tag').disableAction('find')
  shadowCRUD('api::menu-item.menu-item').disableActions(['create', 'update'])
  shadowCRUD('api::author.author').disableAction('findOne')
  shadowCRUD('api::specimen.specimen').disableAction('delete')
  const category = shadowCRUD('api::category.category')
  category.field('rank').disable()
  category.field('description').disableOutput()
  category.field('name').disableFilters()
  shadowCRUD('api::author.author').field('bio').disableInput()
  use({
    typeDefs: `type Hello { text: String, args: JSON } extend type Query { ${fields.join(' ')} } extend type Tag { shout: String }`,
    resolvers: {
      Query: {
        hello: { resolve: (_parent: unknown, args: { name: string }) => ({ text: `hi ${args.name}`, args }) },
        helloScoped: { resolve: () => 'scoped' },
        helloPolicy: { resolve: () => 'ok' },
        helloPolicyFalse: { resolve: () => 'never' },
        helloPolicyUndef: { resolve: () => 'undefined policy result' },
        helloMw: { resolve: (_parent: unknown, { n }: { n: number }) => `n=${n}` },
        helloThrow: {
          resolve() {
            throw new Error('boom')
          },
        },
        helloNoConfig: { resolve: () => 'no config' },
      },
      Tag: { shout: { resolve: ({ name }: { name: string }) => name.toUpperCase() } },
    },
    resolversConfig: {
      'Query.hello': { auth: false },
      'Query.helloScoped': { auth: { scope: ['api::tag.tag.find'] } },
      'Query.helloPolicy': { auth: false, policies: [() => true] },
      'Query.helloPolicyFalse': { auth: false, policies: [() => false] },
      'Query.helloPolicyUndef': { auth: false, policies: [() => undefined] },
      'Query.helloMw': {
        auth: false,
        middlewares: [
          async (next, ...input) => `A(${String(await next(...input))})`,
          async (next, parent, args, ...rest) =>
            `B(${String(await next(parent, { n: Number(args['n']) + 1 }, ...rest))})`,
        ],
      },
      'Query.helloThrow': { auth: false },
      'Query.categories': { auth: false, middlewares: [async (next, ...input) => next(...input)] },
      'Query.authors': { auth: { scope: ['api::memo.memo.find'] } },
    },
  })
  use(({ nexus }) => ({
    types: [
      nexus.objectType({ name: 'FromNexus', definition: (t: any) => void t.string('a') }),
      nexus.extendType({
        type: 'Query',
        definition: (t: any) => void t.field('fromNexus', { type: 'FromNexus', resolve: () => ({ a: 'nexus' }) }),
      }),
    ],
    resolversConfig: { 'Query.fromNexus': { auth: false } },
  }))
}
