import { describe, expect, it } from 'vitest'
import { protectedData } from '../../conformance/src/ledger/clause.js'
import { scenariosOf } from '../../conformance/src/scenarios/of-generation.js'
import { positions, withoutPromise } from '../../conformance/src/scenarios/protection/cell.js'
import { allDocumentMutants, promiseMutants } from '../src/all-mutants.js'

const cells = protectedData.flatMap((data) => positions.map((position) => `${data}.${position}`))
const mutants = [...promiseMutants, ...allDocumentMutants].map(({ scenario }) => scenario)

/** `promises.test.ts` and `pnpm selftest` check that the scenarios find the mutants. */
describe('each kind of protected data in each position of a response', () => {
  const promised = cells.filter((cell) => !(cell in withoutPromise))
  const scenarios = new Map(scenariosOf('strapi-4').map(({ id, level }) => [id, level]))

  it.each(promised)('has a scenario that decides, and a server that breaks it: %s', (cell) => {
    expect(scenarios.get(`protect.${cell}`)).toMatch(/^(required|conditional)$/)
    expect(mutants).toContain(`protect.${cell}`)
  })

  it('has a reason if nothing is promised there', () => {
    expect(
      Object.keys(withoutPromise).filter((cell) => !cells.includes(cell) || scenarios.has(`protect.${cell}`)),
    ).toEqual([])
  })

  it('has a server that breaks each scenario of protected data, also of Strapi 5', () => {
    const ids = (['strapi-4', 'strapi-5'] as const).flatMap((generation) => scenariosOf(generation).map(({ id }) => id))
    expect(ids.filter((id) => id.startsWith('protect.') && !mutants.includes(id))).toEqual([])
  })
})
