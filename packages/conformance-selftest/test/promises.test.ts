import { describe, expect, it } from 'vitest'
import { promiseMutants } from '../src/all-mutants.js'
import { breaking } from '../src/mutant.js'
import { graphqlNegationsMatchNull, negationsMatchNull } from '../src/mutants/query-promises.js'
import { selftest } from '../src/selftest.js'
import { wire } from '../src/wire.js'

describe('a server that breaks what the title of a scenario promises', () => {
  it('fails that scenario', async () => {
    const { mutants } = await selftest({ mutants: promiseMutants })
    expect(mutants.length).toBeGreaterThanOrEqual(80)
    expect(mutants.flatMap(({ mutant, killedBy }) => (killedBy.length === 0 ? [mutant.id] : []))).toEqual([])
  })
})

describe('a server whose negations match entries without a value, in REST and in GraphQL', () => {
  it('passes the scenarios that compare GraphQL with REST', async () => {
    const both = ['ne', 'notIn', 'notContains', 'notContainsi'].map((operator) =>
      breaking(`graphql.filter.${operator}.string`, 'nothing', (inner) =>
        wire(negationsMatchNull('str', `$${operator}`))(wire(graphqlNegationsMatchNull('str', operator))(inner)),
      ),
    )
    const { mutants } = await selftest({ mutants: both })
    expect(mutants.map(({ killedBy }) => killedBy)).toEqual([[], [], [], []])
  })
})
