import { allScenarios, type Matrix } from '@content-api/conformance'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const matrix = JSON.parse(readFileSync(new URL('../docs/conformance/matrix.json', import.meta.url), 'utf8')) as Matrix
const red = matrix.rows.flatMap(({ id, level, cells }) =>
  cells.flatMap(({ verdict, deviation, reproduction }, index) =>
    verdict === 'pass' || verdict === 'not-applicable' || (verdict === 'not-run' && matrix.targets[index]?.tier !== 2)
      ? []
      : [{ id, level, deviation, reproduction, target: matrix.targets[index]?.name }],
  ),
)

describe('the published matrix (pnpm matrix)', () => {
  it('has a row for each scenario', () => {
    const [published, present] = [matrix.rows.map(({ id }) => id), allScenarios.map(({ id }) => id)]
    expect(published.toSorted()).toEqual(present.toSorted())
  })

  it('shows passing servers (as deployed, and in Python), with Strapi 4 beside them', () => {
    expect(matrix.targets.map(({ name }) => name)).toEqual([
      'content-api, SQLite',
      'content-api, PostgreSQL',
      'Strapi 4.26.2, SQLite',
      'Strapi 4.26.2, PostgreSQL',
      'Python example, in memory',
    ])
    expect(red.filter(({ target }) => !target?.startsWith('Strapi'))).toEqual([])
    expect(matrix.targets.map(({ outcome }) => outcome)).toEqual([
      'conformant',
      'conformant',
      'violation',
      'violation',
      'conformant',
    ])
  })

  it('explains every failure and how to reproduce it', () => {
    expect(red.length).toBeGreaterThan(0)
    for (const { id, deviation, reproduction } of red) {
      expect(deviation?.because, id).toMatch(/^[A-Z].*\.$/)
      expect(reproduction?.join('\n'), id).toMatch(/curl /)
    }
  })

  it('counts no failure of a clause that was only observed in another implementation', () => {
    const merelyObserved = red.filter(
      ({ level, deviation }) => level === 'observed' && deviation?.class === 'target-deviates',
    )
    expect(merelyObserved).toEqual([])
  })
})
