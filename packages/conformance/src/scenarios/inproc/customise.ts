import { read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import type { Exchange } from '../../target/exchange.js'
import type { ContentTypeExtension } from '../../target/inproc.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const tag = namesOf('tag')
const uid = `api::${tag.singular}.${tag.singular}`
const mutations = [`create${tag.type}`, `update${tag.type}`, `delete${tag.type}`]
const queries = [tag.one, tag.many]

async function fieldsOf(
  t: ScenarioContext,
  type: string,
  key: 'fields' | 'inputFields' = 'fields',
): Promise<{ response: Exchange; names: string[] }> {
  const response = await t.graphql(
    'query ($name: String!) { __type(name: $name) { fields { name } inputFields { name } } }',
    { name: type },
  )
  const found = read(t.data(response)['__type'], key)
  return { response, names: Array.isArray(found) ? found.map((field: unknown) => String(read(field, 'name'))) : [] }
}

/** Returns a scenario that checks which root fields of tags exist after a customization. */
const shadow = (
  id: string,
  clauses: readonly string[],
  title: string,
  change: (type: ContentTypeExtension) => void,
  removedNames: readonly string[],
): Scenario =>
  scenario({
    id: `inproc.${id}`,
    clauses,
    title,
    needs: ['inproc'],
    run: (t) =>
      t.extended(
        (service) => change(service.shadowCRUD(uid)),
        async (inside) => {
          const query = await fieldsOf(inside, 'Query')
          const mutation = await fieldsOf(inside, 'Mutation')
          const present = [...query.names, ...mutation.names]
          const expected = [...queries, ...mutations].filter((name) => !removedNames.includes(name))
          t.equal(
            mutation.response,
            'The root fields differ',
            [...queries, ...mutations].filter((name) => present.includes(name)),
            expected,
          )
          t.that(
            query.response,
            query.names.includes(namesOf('category').many),
            'Another content type was also removed',
            namesOf('category').many,
            query.names,
          )
        },
      ),
  })

/**
 * Returns a scenario that customizes a field of tags. It checks which of the output type, the input type and
 * the filter input still contain the field.
 */
const field = (
  id: string,
  clauses: readonly string[],
  title: string,
  name: 'disable' | 'disableOutput' | 'disableInput' | 'disableFilters',
  expected: readonly boolean[],
): Scenario =>
  scenario({
    id: `inproc.field.${id}`,
    clauses,
    title,
    needs: ['inproc'],
    run: (t) =>
      t.extended(
        (service) => void service.shadowCRUD(uid).field('weight')[name](),
        async (inside) => {
          const [output, input, filters] = [
            await fieldsOf(inside, tag.type),
            await fieldsOf(inside, `${tag.type}Input`, 'inputFields'),
            await fieldsOf(inside, `${tag.type}FiltersInput`, 'inputFields'),
          ]
          t.equal(
            filters.response,
            'The field is in other places (output, input, filters)',
            [output, input, filters].map(({ names }) => names.includes('weight')),
            expected,
          )
          t.equal(
            filters.response,
            'Another field was also removed',
            [output, input, filters].map(({ names }) => names.includes('name')),
            [true, true, true],
          )
        },
      ),
  })

const fieldOfAction = { find: tag.many, create: mutations[0], update: mutations[1], delete: mutations[2] } as const

export const customiseScenarios = [
  shadow(
    'disable',
    ['4.6/disable'],
    'disable() removes queries and mutations of the type',
    (type) => void type.disable(),
    [...queries, ...mutations],
  ),
  shadow(
    'disable-queries',
    ['4.6/disableQueries'],
    'disableQueries() removes the queries and keeps the mutations',
    (type) => void type.disableQueries(),
    queries,
  ),
  shadow(
    'disable-mutations',
    ['4.6/disableMutations'],
    'disableMutations() removes the mutations and keeps the queries',
    (type) => void type.disableMutations(),
    mutations,
  ),
  shadow(
    'disable-action',
    ['4.6/disableAction'],
    'disableAction() removes one action',
    (type) => void type.disableAction('create'),
    [mutations[0] ?? ''],
  ),
  shadow(
    'disable-actions',
    ['4.6/disableActions'],
    'disableActions() removes several actions',
    (type) => void type.disableActions(['update', 'delete']),
    mutations.slice(1),
  ),
  ...Object.entries(fieldOfAction).map(([action, name]) =>
    shadow(
      `action.${action}`,
      ['4.6/action-names', '4.6/disableAction'],
      `${action} is the name of an action`,
      (type) => void type.disableAction(action),
      [name ?? ''],
    ),
  ),
  field('disable', ['4.6/field-disable'], 'disable() removes a field everywhere', 'disable', [false, false, false]),
  field(
    'disable-output',
    ['4.6/field-output'],
    'disableOutput() removes a field only from the output type',
    'disableOutput',
    [false, true, true],
  ),
  field(
    'disable-input',
    ['4.6/field-input'],
    'disableInput() removes a field only from the input type',
    'disableInput',
    [true, false, true],
  ),
  field(
    'disable-filters',
    ['4.6/field-filters'],
    'disableFilters() removes a field only from the filters',
    'disableFilters',
    [true, true, false],
  ),
  scenario({
    id: 'inproc.getters',
    clauses: ['4.6/getters'],
    title: 'The getters of a content type report what was disabled, and what was not',
    needs: ['inproc'],
    run: async (t) => {
      const found: unknown[] = []
      await t.extended(
        (service) => {
          const look = (name: string) => {
            const type = service.shadowCRUD(name)
            found.push([
              type.isEnabled(),
              type.isDisabled(),
              type.areQueriesEnabled(),
              type.areQueriesDisabled(),
              type.areMutationsEnabled(),
              type.areMutationsDisabled(),
              type.isActionEnabled('create'),
              type.isActionDisabled('create'),
            ])
          }
          look(uid)
          service.shadowCRUD(uid).disableQueries()
          service.shadowCRUD(uid).disableAction('create')
          look(uid)
          service.shadowCRUD('api::conf-detail.conf-detail').disable()
          look('api::conf-detail.conf-detail')
        },
        async (inside) => {
          const { response } = await fieldsOf(inside, 'Query')
          t.equal(response, 'The getters differ', found, [
            [true, false, true, false, true, false, true, false],
            [true, false, false, true, true, false, false, true],
            [false, true, false, true, false, true, false, true],
          ])
        },
      )
    },
  }),
  scenario({
    id: 'inproc.field.getters',
    clauses: ['4.6/field-getters'],
    title: 'The getters of a field report what was disabled, and what was not',
    needs: ['inproc'],
    run: async (t) => {
      const found: unknown[] = []
      await t.extended(
        (service) => {
          const look = (name: string) => {
            const one = service.shadowCRUD(uid).field(name)
            found.push([
              one.isEnabled(),
              one.isDisabled(),
              one.hasInputEnabled(),
              one.hasOutputEnabled(),
              one.hasFiltersEnabled(),
            ])
          }
          look('name')
          service.shadowCRUD(uid).field('name').disableInput()
          look('name')
          service.shadowCRUD(uid).field('weight').disable()
          look('weight')
        },
        async (inside) => {
          const { response } = await fieldsOf(inside, 'Query')
          t.equal(response, 'The getters differ', found, [
            [true, false, true, true, true],
            [true, false, false, true, true],
            [false, true, false, false, false],
          ])
        },
      )
    },
  }),
]
