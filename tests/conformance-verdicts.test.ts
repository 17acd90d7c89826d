import { allScenarios } from '@content-api/conformance'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { recordedMatrix, recordedVerdicts } from '../scripts/lib/verdicts.mjs'

interface Recorded {
  readonly tier: number
  readonly outcome: string
  readonly pass: number
}

const file = new URL('../docs/conformance/verdicts.json', import.meta.url)
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Recorded>>
const matrix = recordedMatrix()
const failures = matrix.rows.flatMap(({ id, level, cells }) =>
  cells.flatMap(({ verdict, deviation }, index) =>
    verdict === 'fail' ? [{ id, level, deviation, target: matrix.targets[index]?.name }] : [],
  ),
)

describe('the recorded verdicts (pnpm record:verdicts)', () => {
  it.each(Object.entries(recorded))('cover each scenario that %s was tested with', (name, { tier, pass, ...rest }) => {
    const { outcome: _outcome, ...lists } = rest as unknown as Readonly<Record<string, readonly string[]>>
    const tested = new Set(allScenarios.filter((scenario) => scenario.tier <= tier).map(({ id }) => id))
    const listed = Object.values(lists).flat()
    expect(listed.filter((id) => !tested.has(id))).toEqual([])
    expect(pass + listed.length).toBe(tested.size)
    expect(['fail', 'not-applicable']).toEqual(expect.arrayContaining(Object.keys(lists)))
    expect([...recordedVerdicts(name).values()].filter((verdict) => verdict === 'pass')).toHaveLength(pass)
  })

  it('compare conformant servers (content-api, and the Python example) with Strapi 4', () => {
    expect(matrix.targets.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['content-api, SQLite', 'conformant'],
      ['content-api, PostgreSQL', 'conformant'],
      ['Strapi 4.26.2, SQLite', 'violation'],
      ['Strapi 4.26.2, PostgreSQL', 'violation'],
      ['Python example, in memory', 'conformant'],
    ])
    expect(failures.filter(({ target }) => !target?.startsWith('Strapi'))).toEqual([])
  })

  it('have a reason for every failure', () => {
    expect(failures.length).toBeGreaterThan(0)
    for (const { id, deviation } of failures) expect(deviation?.because, id).toMatch(/^[A-Z].*\.$/)
  })

  it('blame no target for a clause that is only observed behavior of another implementation', () => {
    const blamed = failures.filter(
      ({ level, deviation }) => level === 'observed' && deviation?.class === 'target-deviates',
    )
    expect(blamed).toEqual([])
  })
})
