import { read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const permitting = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `access.permissions.${id}`, clauses, title, needs: ['permissions'], run })

const asPublic = { as: 'public' } as const

export const permissionScenarios = [
  permitting(
    'find',
    ['5/r2-find', '5/r1'],
    'Listing requires find: without credentials some types can be listed, others not',
    async (t) => {
      await t.rejected(
        () => t.list('vault', {}, asPublic),
        () => t.list('tag', {}, asPublic),
      )
      t.entries(await t.list('vault'))
      for (const [capability, path] of [
        ['accounts', '/api/users'],
        ['media', '/api/upload/files'],
      ] as const) {
        if (t.session.target.profile.capabilities.has(capability))
          await t.rejected(
            () => t.session.get(path, undefined, asPublic),
            () => t.session.get(path),
          )
      }
    },
  ),
  permitting('anonymous', ['5/r6'], 'Without credentials, forbidden requests get status 403', async (t) => {
    const { id } = await t.make('tag', { name: 'kept' })
    for (const ask of [
      () => t.list('vault', {}, asPublic),
      () => t.create('tag', { name: 'x' }, asPublic),
      () => t.update('tag', id, { name: 'x' }, asPublic),
      () => t.delete('tag', id, asPublic),
    ])
      await t.rejected(ask, () => t.list('tag', {}, asPublic), { status: 403 })
  }),
  permitting('find-one', ['5/r2-findOne'], 'Reading one entry requires findOne', async (t) => {
    const { id: vault } = await t.make('vault', { secret: 'x' })
    const { id: tag } = await t.make('tag', { name: 'x' })
    const response = await t.rejected(
      () => t.read('vault', vault, {}, asPublic),
      () => t.read('tag', tag, {}, asPublic),
    )
    t.equal(response, 'The rejection contains data', read(response.body, 'data') ?? null, null)
    t.entry(await t.read('vault', vault))
  }),
  permitting(
    'write',
    ['5/r2-write'],
    'Writing requires its own permission, and a rejected write changes nothing',
    async (t) => {
      const { id } = await t.make('tag', { name: 'kept' })
      await t.rejected(
        () => t.create('tag', { name: 'x' }, asPublic),
        () => t.create('tag', { name: 'y' }),
      )
      await t.rejected(
        () => t.update('tag', id, { name: 'x' }, asPublic),
        () => t.update('tag', id, { name: 'kept' }),
      )
      t.error(await t.delete('tag', id, asPublic))
      t.holds(await t.mine('tag'), 'name', ['kept', 'y'])
    },
  ),
  permitting(
    'populate',
    ['4.3/populate-permission'],
    'Entries that the caller may not find are not populated',
    async (t) => {
      const { id: vault } = await t.make('vault', { secret: 'deep secret' })
      const { id: category } = await t.make('category', { name: 'open' })
      const { id } = await t.make('article', { title: 'x', vault, category })
      const mine = await t.read('article', id, { populate: ['vault', 'category'] })
      t.equal(mine, 'The full token does not see it', t.related(mine, t.entry(mine), 'vault'), vault)
      for (const populate of [['vault', 'category'], '*', { vault: { fields: ['secret'] }, category: true }]) {
        const response = await t.read('article', id, { populate }, asPublic)
        t.equal(response, 'Permitted entries are missing', t.related(response, t.entry(response), 'category'), category)
        t.that(
          response,
          !response.text.includes('deep secret') && read(t.entry(response).attributes, 'vault.data.id') === undefined,
          'The forbidden relation is populated',
          '(absent)',
          t.entry(response).attributes['vault'],
        )
      }
    },
  ),
  permitting('filter', ['4.3/filter-permission'], 'Filters and sorts cannot use a forbidden relation', async (t) => {
    const { id: vault } = await t.make('vault', { secret: 'guessed' })
    await t.make('article', { title: 'x', vault })
    await t.rejected(
      () => t.mine('article', { filters: { vault: { secret: { $eq: 'guessed' } } } }, asPublic),
      () => t.mine('article', { filters: { category: { name: { $null: true } } } }, asPublic),
    )
    await t.rejected(
      () => t.mine('article', { sort: 'vault.secret' }, asPublic),
      () => t.mine('article', { sort: 'category.name' }, asPublic),
    )
  }),
  permitting('graphql', ['5/r2-graphql'], 'GraphQL requires the same permissions', async (t) => {
    if (!t.session.target.profile.capabilities.has('graphql'))
      return t.notApplicable('The profile does not include graphql.')
    const { id } = await t.make('vault', { secret: 'x' })
    const vault = namesOf('vault')
    const tag = namesOf('tag')
    t.data(await t.graphql(`{ ${tag.many}(pagination: { limit: 1 }) { data { id } } }`, {}, asPublic))
    for (const query of [
      `{ ${vault.many} { data { id attributes { secret } } } }`,
      `{ ${vault.one}(id: ${id}) { data { id attributes { secret } } } }`,
    ]) {
      const response = await t.graphql(query, {}, asPublic)
      t.errors(response)
      t.that(
        response,
        !response.text.includes('"secret"'),
        'The response contains forbidden data',
        'errors alone',
        response.text,
      )
    }
    const { id: kept } = await t.make('tag', { name: 'kept' })
    for (const mutation of [
      `create${tag.type}(data: { marker: "${t.marker}" })`,
      `update${tag.type}(id: ${kept}, data: { name: "changed" })`,
      `delete${tag.type}(id: ${kept})`,
    ])
      t.errors(await t.graphql(`mutation { ${mutation} { data { id } } }`, {}, asPublic))
    t.holds(await t.mine('tag'), 'name', ['kept'])
  }),
]
