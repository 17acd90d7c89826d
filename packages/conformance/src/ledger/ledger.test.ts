import { describe, expect, it } from 'vitest'
import { generations } from '../profile/generation.js'
import { scenariosOf } from '../scenarios/of-generation.js'
import { allClauses, ledgerOf } from './ledgers.js'

it('gives every clause of all ledgers an id of its own', () => {
  expect(new Set(allClauses.map(({ id }) => id)).size).toBe(allClauses.length)
})

describe.each(generations)('the ledger of %s', (generation) => {
  const ledger = ledgerOf(generation)
  const allScenarios = scenariosOf(generation)

  it('names the capability of every conditional clause, the dispute of every disputed one', () => {
    expect(ledger.filter(({ level, when }) => level === 'conditional' && !when)).toEqual([])
    expect(ledger.filter(({ level, dispute }) => level === 'disputed' && !dispute)).toEqual([])
  })

  it('has a scenario or a reason for every clause', () => {
    const cited = new Set(allScenarios.flatMap(({ clauses }) => clauses))
    expect(ledger.filter(({ id, excluded }) => !cited.has(id) && !excluded).map(({ id }) => id)).toEqual([])
  })

  it('has a required or conditional scenario for every required or conditional clause', () => {
    const deciding = allScenarios.filter(({ level }) => level === 'required' || level === 'conditional')
    const cited = new Set(deciding.flatMap(({ clauses }) => clauses))
    const decides = ledger.filter(
      ({ level, excluded }) => (level === 'required' || level === 'conditional') && !excluded,
    )
    expect(decides.filter(({ id }) => !cited.has(id)).map(({ id }) => id)).toEqual([])
  })

  it('requires no clause that depends on a reading of an ambiguous text, unless it protects data', () => {
    const unprotected = ledger.filter(({ protects }) => protects === undefined)
    expect(
      unprotected.filter(({ reading, level }) => reading !== undefined && level !== 'observed').map(({ id }) => id),
    ).toEqual([])
    const required = unprotected.filter(
      ({ level, source }) => source === undefined && (level === 'required' || level === 'conditional'),
    )
    expect(
      required.filter(({ text }) => /writes nothing|4\d\d|cannot|impossible/.test(text)).map(({ id }) => id),
    ).toEqual([])
  })

  it('lets every clause that protects data decide, and says how it reads the specification', () => {
    const guards = ledger.filter(({ protects }) => protects !== undefined)
    expect(guards.filter(({ level }) => level !== 'required' && level !== 'conditional').map(({ id }) => id)).toEqual(
      [],
    )
    expect(guards.filter(({ reading, source }) => !reading && !source).map(({ id }) => id)).toEqual([])
  })

  it('excludes no clause that a scenario verifies', () => {
    const cited = new Set(allScenarios.flatMap(({ clauses }) => clauses))
    expect(ledger.filter(({ id, excluded }) => cited.has(id) && excluded).map(({ id }) => id)).toEqual([])
  })
})

describe('the ledger of Strapi 5', () => {
  const ledger = ledgerOf('strapi-5')

  it('names the source of every clause', () => {
    expect(ledger.filter(({ source }) => source === undefined).map(({ id }) => id)).toEqual([])
  })

  it('refers to clauses of Strapi 4 that exist', () => {
    const known = new Set(ledgerOf('strapi-4').map(({ id }) => id))
    expect(ledger.flatMap(({ like = [] }) => like).filter((id) => !known.has(id))).toEqual([])
  })
})

describe.each(generations)('the scenarios of %s', (generation) => {
  const allScenarios = scenariosOf(generation)

  it('have ids of their own that are slugs', () => {
    expect(new Set(allScenarios.map(({ id }) => id)).size).toBe(allScenarios.length)
    expect(allScenarios.filter(({ id }) => !/^[a-z]+(\.[a-zA-Z0-9-]+)+$/.test(id)).map(({ id }) => id)).toEqual([])
  })

  it('make markers of their own', () => {
    const parts = allScenarios.map(({ id }) => id.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase())
    expect(new Set(parts).size).toBe(parts.length)
  })
})
