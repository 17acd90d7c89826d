import { expect, it } from 'vitest'
import { selftest } from '../src/selftest.js'
import { allDocumentMutants } from '../src/all-mutants.js'

/** A sample: `pnpm selftest` and `pnpm verify:long --only selftest` try all mutants. */
const every = 10

it('kills mutants of a server of Strapi 5', async () => {
  const sample = allDocumentMutants.filter((_, index) => index % every === 0)
  const { mutants } = await selftest({ generation: 'strapi-5', mutants: sample })
  expect(mutants.flatMap(({ mutant, killedBy }) => (killedBy.length === 0 ? [mutant.id] : []))).toEqual([])
  expect(mutants.length).toBeGreaterThanOrEqual(5)
})
