import { read } from '../../check/read.js'
import { type ModelType, namesOf } from '../../content-model/type-names.js'
import type { Exchange } from '../../target/exchange.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const mutating = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `graphql.mutation.${id}`, clauses, title, needs: ['graphql'], run })

/** Calls createX with the marker of the scenario. The created entry is deleted afterwards. */
function createOver(
  t: ScenarioContext,
  type: ModelType,
  data: Record<string, unknown>,
  selection = 'marker',
): Promise<Exchange> {
  const { type: typeName, path } = namesOf(type)
  const query = `mutation ($data: ${typeName}Input!) { create${typeName}(data: $data) { data { id attributes { ${selection} } } } }`
  const body = { query, variables: { data: { marker: t.marker, ...data } } }
  return t.session.creating('POST', t.configuration.graphqlPath, body, {
    attribute: 'marker',
    idAt: `data.create${typeName}.data.id`,
    entryPath: path,
  })
}

const { type: Tag } = namesOf('tag')
const { type: Article } = namesOf('article')

const updateTag = (t: ScenarioContext, id: number | string, data: Record<string, unknown>) =>
  t.graphql(
    `mutation ($id: ID!, $data: ${Tag}Input!) { update${Tag}(id: $id, data: $data) { data { id attributes { name weight } } } }`,
    { id, data },
  )

const deleteTag = (t: ScenarioContext, id: number | string) =>
  t.graphql(`mutation ($id: ID!) { delete${Tag}(id: $id) { data { id attributes { name } } } }`, { id })

export const mutationScenarios = [
  mutating('create', ['4.5/create', '4.5/same'], 'createX creates an entry that REST returns', async (t) => {
    const response = await createOver(t, 'tag', { name: 'made', weight: 3 }, 'name weight')
    const data = read(t.data(response)[`create${Tag}`], 'data')
    t.equal(response, 'The response contains another entry', read(data, 'attributes'), { name: 'made', weight: 3 })
    const found = await t.read('tag', Number(read(data, 'id')))
    t.equal(
      found,
      'REST returns another entry',
      [t.entry(found).attributes['name'], t.entry(found).attributes['weight']],
      ['made', 3],
    )
  }),
  mutating('update', ['4.5/update', '4.1/r3'], 'updateX changes only the named attributes', async (t) => {
    const { id } = await t.make('tag', { name: 'before', weight: 1 })
    const response = await updateTag(t, id, { name: 'after' })
    t.equal(response, 'The response contains another entry', read(t.data(response)[`update${Tag}`], 'data'), {
      id: String(id),
      attributes: { name: 'after', weight: 1 },
    })
    const found = await t.read('tag', id)
    t.equal(found, 'REST returns another value', t.entry(found).attributes['name'], 'after')
  }),
  mutating('update-null', ['4.5/update', '4.1/r3-null'], 'null clears an attribute', async (t) => {
    const { id } = await t.make('tag', { name: 'before', weight: 1 })
    t.data(await updateTag(t, id, { weight: null }))
    const found = await t.read('tag', id)
    t.equal(
      found,
      'The value is still there',
      [t.entry(found).attributes['name'], t.entry(found).attributes['weight']],
      ['before', null],
    )
  }),
  mutating('delete', ['4.5/delete', '4.1/r4'], 'deleteX removes the entry and returns it', async (t) => {
    const { id } = await t.make('tag', { name: 'doomed' })
    const response = await deleteTag(t, id)
    t.equal(response, 'The response contains another entry', read(t.data(response)[`delete${Tag}`], 'data'), {
      id: String(id),
      attributes: { name: 'doomed' },
    })
    t.error(await t.read('tag', id))
  }),
  mutating('missing', ['4.5/missing'], 'Updating or deleting a missing entry returns data: null', async (t) => {
    const { id } = await t.make('tag', { name: 'control' })
    t.data(await updateTag(t, id, { name: 'x' }))
    const updated = await updateTag(t, 2147483600, { name: 'x' })
    t.equal(updated, 'Something was updated', read(t.data(updated), `update${Tag}.data`) ?? null, null)
    const deleted = await deleteTag(t, 2147483600)
    t.equal(deleted, 'Something was deleted', read(t.data(deleted), `delete${Tag}.data`) ?? null, null)
  }),
  mutating(
    'create-draft',
    ['4.5/create-draft', '3/draft'],
    'createX without publishedAt creates a draft',
    async (t) => {
      const response = await createOver(t, 'article', { title: 'x' }, 'title publishedAt')
      t.equal(
        response,
        'It was published',
        read(t.data(response)[`create${Article}`], 'data.attributes.publishedAt'),
        null,
      )
      t.holds(await t.mine('article'), 'title', [])
      t.holds(await t.mine('article', { publicationState: 'preview' }), 'title', ['x'])
    },
  ),
  mutating('create-live', ['4.5/create', '3/live'], 'createX with publishedAt creates a live entry', async (t) => {
    const at = '2024-01-02T03:04:05.006Z'
    const response = await createOver(t, 'article', { title: 'x', publishedAt: at }, 'publishedAt')
    t.equal(response, 'Another time', read(t.data(response)[`create${Article}`], 'data.attributes.publishedAt'), at)
    t.holds(await t.mine('article'), 'title', ['x'])
  }),
  mutating('relations', ['4.5/relations', '4.4/plain'], 'Relations are written as ID and [ID]', async (t) => {
    const ids = (await t.makeMany('tag', [{ name: 'a' }, { name: 'b' }])).map(({ id }) => String(id))
    const { id: category } = await t.make('category', { name: 'c' })
    const response = await createOver(
      t,
      'article',
      { title: 'x', publishedAt: new Date().toISOString(), tags: ids.toReversed(), category },
      'category { data { id } } tags { data { id } }',
    )
    t.equal(response, 'The relations differ', read(t.data(response)[`create${Article}`], 'data.attributes'), {
      category: { data: { id: String(category) } },
      tags: { data: ids.toReversed().map((id) => ({ id })) },
    })
  }),
  mutating(
    'validation',
    ['4.5/error-shape', '4.1/required'],
    'Data that REST rejects is rejected, and nothing is written',
    async (t) => {
      const control = await createOver(t, 'rule', { name: 'x', rating: 1 }, 'name')
      t.data(control)
      const { type } = namesOf('rule')
      for (const data of [{ rating: 1 }, { name: 'x', rating: 11 }, { name: 'x', mail: 'nobody' }]) {
        const response = await createOver(t, 'rule', data, 'name')
        t.that(response, response.status < 500, 'The status is 5xx', 'below 500', response.status)
        t.errors(response)
        t.equal(
          response,
          'The response contains an entry',
          read(response.body, `data.create${type}.data`) ?? null,
          null,
        )
      }
      t.holds(await t.mine('rule'), 'name', ['x'])
    },
  ),
]
