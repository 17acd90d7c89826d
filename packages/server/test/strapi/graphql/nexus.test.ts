// The tests read members of responses and use the builders of nexus, for which types would only repeat the query.
// oxlint-disable typescript/no-explicit-any
import { describe, expect, it } from 'vitest'
import { extend, openExtended } from '../../support/extended-service.js'

describe('extensions that use nexus', () => {
  it('format Dates and large numbers that resolvers return', async () => {
    const day = new Date('2024-03-01T10:00:00Z')
    const service = await openExtended({
      register: extend(({ use }) => {
        use(({ nexus }) => ({
          types: [
            nexus.queryField('moments', {
              type: nexus.list('DateTime'),
              resolve: () => [day, Number(day), String(Number(day))],
            }),
            nexus.queryField('today', { type: 'Date', resolve: () => day }),
            nexus.queryField('numbers', { type: nexus.list('Long'), resolve: () => ['12', 12n, 2n ** 63n - 1n, 12] }),
          ],
          resolversConfig: Object.fromEntries(
            ['moments', 'today', 'numbers'].map((name) => [`Query.${name}`, { auth: false }]),
          ),
        }))
      }),
    })
    expect(await service.ask('{ moments today numbers }')).toEqual({
      data: {
        moments: ['2024-03-01T10:00:00.000Z', '2024-03-01T10:00:00.000Z', '2024-03-01T10:00:00.000Z'],
        today: '2024-03-01',
        numbers: [12, 12, '9223372036854775807', 12],
      },
    })
    await service.api.close()
  })

  it('may define types that SDL uses, and SDL may add fields to existing types without `extend`', async () => {
    const service = await openExtended({
      register: extend(({ use }) => {
        use(({ nexus }) => ({
          types: [nexus.objectType({ name: 'Book', definition: (t: any) => void t.string('title') })],
          typeDefs: 'scalar JSON type Shelf { books: [Book] } type Query { shelf: Shelf } type Tag { marks: JSON }',
          resolvers: { Query: { shelf: () => ({ books: [{ title: 'Emma' }] }) }, Tag: { marks: () => ['new'] } },
          resolversConfig: { 'Query.shelf': { auth: false } },
        }))
      }),
    })
    expect(await service.ask('{ shelf { books { title } } tag(id: 1) { data { attributes { marks } } } }')).toEqual({
      data: { shelf: { books: [{ title: 'Emma' }] }, tag: { data: { attributes: { marks: ['new'] } } } },
    })
    await service.api.close()
  })

  it('may add types and fields, and plugins that wrap existing resolvers', async () => {
    const service = await openExtended({
      register: extend(({ use }) => {
        use(({ nexus }) => ({
          types: [
            nexus.objectType({
              name: 'FromNexus',
              definition(t: any) {
                t.string('a')
                t.field('tag', { type: 'Tag', resolve: () => ({ name: 'made up' }) })
              },
            }),
            nexus.extendType({
              type: 'Query',
              definition(t: any) {
                t.field('fromNexus', { type: 'FromNexus', resolve: () => ({ a: 'nexus' }) })
              },
            }),
            nexus.scalarType({ name: 'Twice', serialize: (value: string) => value + value }),
            nexus.queryField('twice', { type: 'Twice', resolve: () => 'ab' }),
          ],
          plugins: [
            nexus.plugin({
              name: 'marks',
              onCreateFieldResolver: ({ parentTypeConfig, fieldConfig }: any) =>
                parentTypeConfig.name === 'Query' && fieldConfig.name === 'twice'
                  ? async (root: any, args: any, context: any, info: any, next: any) =>
                      `${await next(root, args, context, info)}-`
                  : undefined,
            }),
          ],
          resolversConfig: { 'Query.fromNexus': { auth: false }, 'Query.twice': { auth: false } },
        }))
      }),
    })
    expect(await service.ask('{ fromNexus { a tag { name } } twice }')).toEqual({
      data: { fromNexus: { a: 'nexus', tag: { name: 'made up' } }, twice: 'ab-ab-' },
    })
    await service.api.close()
  })

  it('may add fields to inputs, which a middleware removes again', async () => {
    const service = await openExtended({
      register: extend(({ use }) => {
        use(({ nexus }) => ({
          types: [
            nexus.extendInputType({
              type: 'TagInput',
              definition: (t: any) => void t.nonNull.string('captcha', { description: 'What the picture says' }),
            }),
          ],
          resolversConfig: {
            'Mutation.createTag': {
              middlewares: [
                (next: any, parent: any, { data: { captcha, ...data } }: any, ...rest: any[]) =>
                  next(parent, { data: { ...data, color: captcha } }, ...rest),
              ],
            },
          },
        }))
      }),
    })
    const create = (data: string) =>
      service.ask(`mutation { createTag(data: { ${data} }) { data { attributes { color } } } }`, service.everything)
    expect(await create('name: "a", captcha: "teal"')).toEqual({
      data: { createTag: { data: { attributes: { color: 'teal' } } } },
    })
    expect((await create('name: "a"')).errors?.[0]?.message).toContain('captcha')
    await service.api.close()
  })
})
