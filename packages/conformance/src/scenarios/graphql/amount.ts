import { markerAttribute } from '../../content-model/schema-file.js'
import { read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const { type, many, path } = namesOf('detail')

/** The creates per document. Common limits on aliases, tokens and query cost allow this number. */
const atOnce = 10

const note = 'one of many'

/**
 * Creates entries, several with each request, because one by one they would need more requests than any other
 * scenario. Entries that a stricter target doesn't create this way are created one by one.
 */
async function makeEntries(t: ScenarioContext, count: number): Promise<void> {
  const names = Array.from({ length: Math.min(atOnce, count) }, (_, index) => `made${index}`)
  const missing = count - (await makeAtOnce(t, names))
  if (missing > count - names.length)
    await t.makeMany(
      'detail',
      Array.from({ length: missing }, () => ({ note })),
    )
  else if (missing > 0) await makeEntries(t, missing)
}

/** Sends one mutation that creates an entry per name, the alias. Returns the number of created entries. */
async function makeAtOnce(t: ScenarioContext, names: readonly string[]): Promise<number> {
  const creates = names.map((name) => `${name}: create${type}(data: $data) { data { id } }`)
  const query = `mutation ($data: ${type}Input!) { ${creates.join(' ')} }`
  const variables = { data: { [markerAttribute]: t.marker, note } }
  const before = t.session.made.length
  await t.session.creating(
    'POST',
    t.configuration.graphqlPath,
    { query, variables },
    {
      attribute: markerAttribute,
      idAt: names.map((name) => `data.${name}.data.id`),
      entryPath: path,
      purpose: 'set-up',
    },
  )
  return t.session.made.length - before
}

export const amountScenarios: readonly Scenario[] = [
  scenario({
    id: 'graphql.query.amount',
    title: 'A response contains at most amountLimit entries, even if all are requested',
    clauses: ['8/amountLimit'],
    needs: ['graphql'],
    lengthy: true,
    run: async (t) => {
      const { graphqlAmount } = t.configuration.limits
      await makeEntries(t, graphqlAmount + 1)
      for (const pagination of [{ limit: -1 }, { limit: graphqlAmount + 1 }, { pageSize: graphqlAmount + 1 }]) {
        const response = await t.graphql(
          `query ($m: String, $p: PaginationArg) { ${many}(filters: { marker: { eq: $m } }, pagination: $p) { data { id } } }`,
          { m: t.marker, p: pagination },
        )
        const data = read(t.data(response)[many], 'data')
        t.equal(response, 'The number of entries differs', Array.isArray(data) ? data.length : data, graphqlAmount)
      }
    },
  }),
]
