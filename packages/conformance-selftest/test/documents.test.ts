import { expect, it } from 'vitest'
import { allDocumentMutants } from '../src/all-mutants.js'
import { selftest } from '../src/selftest.js'

/** One mutant of each kind of clause. `pnpm selftest` and `pnpm verify:long --only selftest` try all mutants. */
const sample = [
  'documents.long-id',
  'documents.rest-format-paths',
  'documents.rest-nei',
  'documents.rest-sort-object',
  'documents.rest-populate-count',
  'documents.rest-drafts-published-at',
  'documents.read.publicationFilter: publication-filter/modified',
  'documents.rest-all-locales',
  'documents.write.locale: localizations/separate',
  'documents.rest-one-category',
  'documents.rest-components-merged',
  'documents.rest-open-filters',
  'documents.graphql-create-null',
]

it(`kills mutants of a server of Strapi 5: ${sample.join(', ')}`, async () => {
  const mutants = allDocumentMutants.filter(({ id }) => sample.includes(id))
  expect(mutants).toHaveLength(sample.length)
  const result = await selftest({ generation: 'strapi-5', mutants })
  expect(result.mutants.flatMap(({ mutant, killedBy }) => (killedBy.length === 0 ? [mutant.id] : []))).toEqual([])
  expect(result.unbroken, 'Clauses without a mutant').toEqual([])
})
