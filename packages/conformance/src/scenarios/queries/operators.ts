import { namesOf } from '../../content-model/type-names.js'
import { read } from '../../check/read.js'
import { type Scenario, scenario } from '../scenario.js'
import { operatorEntries } from './operator-table.js'
import { sharedItems } from './shared-items.js'
import { labels, valueTypeEntries } from './value-table.js'

/** Excludes the entry without values. */
const withValues = { label: { $in: labels.filter((label) => label !== 'none') } }

const overRest: readonly Scenario[] = operatorEntries.flatMap(
  ([operator, { applies, probes, negates, leansOn = [] }]) =>
    valueTypeEntries
      .filter(([name, type]) => applies(type, name))
      .map(([name, type]) =>
        scenario({
          id: `rest.filter.${operator.slice(1)}.${name}`,
          title: `${operator} on ${name}: matching and not matching entries, and total`,
          clauses: [...leansOn, `4.3/${operator}`, '4.3/filters', '4.1/r1'],
          run: async (t) => {
            const { marker, prefix } = await sharedItems(t)
            for (const { operand, expected } of probes(type, prefix)) {
              const filters = { [type.attribute]: { [operator]: operand }, ...(negates ? withValues : {}) }
              t.holds(await t.mine('item', { filters }, { marker }), 'label', expected)
            }
          },
        }),
      ),
)

const compare = (a: string, b: string) => a.localeCompare(b)

const selection = '{ data { id attributes { label } } meta { pagination { total } } }'

/** Includes attribute types whose GraphQL filter fails in Strapi 4.26. */
const overGraphql: readonly Scenario[] = operatorEntries.flatMap(([operator, { applies, probes, graphql, negates }]) =>
  graphql === undefined
    ? []
    : valueTypeEntries
        .filter(([name, type]) => applies(type, name))
        .map(([name, type]) =>
          scenario({
            id: `graphql.filter.${graphql}.${name}`,
            title: `${graphql} on ${name} over GraphQL returns what ${operator} returns over REST`,
            clauses: ['4.5/operators-missing', '4.5/many-filters', `4.3/${operator}`, '4.5/same', '2.6/filters'],
            run: async (t) => {
              const { marker, prefix } = await sharedItems(t)
              const { type: typeName, many } = namesOf('item')
              const cases = probes(type, prefix)
              const query = `query (${cases.map((_, index) => `$f${index}: ${typeName}FiltersInput`).join(', ')}) { ${cases
                .map((_, index) => `p${index}: ${many}(filters: $f${index}) ${selection}`)
                .join(' ')} }`
              const variables = cases.map(({ operand }, index) => [
                `f${index}`,
                { marker: { eq: marker }, [type.attribute]: { [graphql]: operand } },
              ])
              const response = await t.graphql(query, Object.fromEntries(variables))
              const data = t.data(response)
              for (const [index, { operand, expected }] of cases.entries()) {
                const found = data[`p${index}`]
                const rows = read(found, 'data')
                const labels = Array.isArray(rows)
                  ? rows.map((row: unknown) => String(read(row, 'attributes.label'))).toSorted(compare)
                  : []
                // REST decides whether a negation matches the entry without a value.
                t.equal(
                  response,
                  'The query returns other entries (by label)',
                  labels.filter((label) => negates !== true || label !== 'none'),
                  expected.toSorted(compare),
                )
                t.equal(response, 'total differs', read(found, 'meta.pagination.total'), labels.length)
                const rest = await t.mine(
                  'item',
                  { filters: { [type.attribute]: { [operator]: operand } } },
                  { marker },
                )
                t.equal(
                  response,
                  'REST returns other entries than GraphQL (by label)',
                  labels,
                  t.column(rest, 'label').map(String).toSorted(compare),
                )
              }
            },
          }),
        ),
)

export const operatorScenarios = [...overRest, ...overGraphql]
