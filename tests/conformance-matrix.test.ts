import { allScenarios, type Matrix } from '@content-api/conformance'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const matrix = JSON.parse(readFileSync(new URL('../docs/conformance/matrix.json', import.meta.url), 'utf8')) as Matrix
const failures = matrix.rows.flatMap(({ id, level, cells }) =>
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

  it('compares conformant servers (content-api, and the Python example) with Strapi 4', () => {
    expect(matrix.targets.map(({ name }) => name)).toEqual([
      'content-api, SQLite',
      'content-api, PostgreSQL',
      'Strapi 4.26.2, SQLite',
      'Strapi 4.26.2, PostgreSQL',
      'Python example, in memory',
    ])
    expect(failures.filter(({ target }) => !target?.startsWith('Strapi'))).toEqual([])
    expect(matrix.targets.map(({ outcome }) => outcome)).toEqual([
      'conformant',
      'conformant',
      'violation',
      'violation',
      'conformant',
    ])
  })

  it('has a reason and a reproduction for every failure', () => {
    expect(failures.length).toBeGreaterThan(0)
    for (const { id, deviation, reproduction } of failures) {
      expect(deviation?.because, id).toMatch(/^[A-Z].*\.$/)
      expect(reproduction?.join('\n'), id).toMatch(/curl /)
    }
  })

  it('blames no target for a clause that is only observed behavior of another implementation', () => {
    const blamed = failures.filter(
      ({ level, deviation }) => level === 'observed' && deviation?.class === 'target-deviates',
    )
    expect(blamed).toEqual([])
  })
})
