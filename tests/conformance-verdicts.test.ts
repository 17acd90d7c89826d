import type { Generation, Matrix } from '@content-api/conformance'
import { scenariosOf } from '@content-api/conformance'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { recordedMatrix, recordedVerdicts } from '../scripts/lib/verdicts.mjs'

interface Recorded {
  readonly tier: number
  readonly outcome: string
  readonly pass: number
}

const files: Readonly<Record<Generation, string>> = {
  'strapi-4': 'verdicts.json',
  'strapi-5': 'verdicts-strapi5.json',
}
const targets = (Object.keys(files) as Generation[]).flatMap((generation) => {
  const file = new URL(`../docs/conformance/${files[generation]}`, import.meta.url)
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Recorded>>
  return Object.entries(recorded).map(([name, verdicts]) => ({ name, generation, verdicts }))
})
const matrix = recordedMatrix('strapi-4')
const strapi5 = recordedMatrix('strapi-5')
const failuresOf = ({ rows, targets: columns }: Matrix) =>
  rows.flatMap(({ id, level, cells }) =>
    cells.flatMap(({ verdict, deviation }, index) =>
      verdict === 'fail' ? [{ id, level, deviation, target: columns[index]?.name }] : [],
    ),
  )
const failures = failuresOf(matrix)

describe('the recorded verdicts (pnpm record:verdicts)', () => {
  it.each(targets)('cover each scenario that $name was tested with', ({ name, generation, verdicts }) => {
    const { tier, pass, outcome: _outcome, ...rest } = verdicts
    const lists = rest as unknown as Readonly<Record<string, readonly string[]>>
    const tested = new Set(
      scenariosOf(generation)
        .filter((scenario) => scenario.tier <= tier)
        .map(({ id }) => id),
    )
    const listed = Object.values(lists).flat()
    expect(listed.filter((id) => !tested.has(id))).toEqual([])
    expect(pass + listed.length).toBe(tested.size)
    expect(['fail', 'not-applicable']).toEqual(expect.arrayContaining(Object.keys(lists)))
    const recorded = [...recordedVerdicts(name, generation).values()]
    expect(recorded.filter((verdict) => verdict === 'pass')).toHaveLength(pass)
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

  it.each([matrix, strapi5])('have a reason for every failure', (recorded) => {
    const found = failuresOf(recorded)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ deviation }) => !/^[A-Z].*\.$/.test(deviation?.because ?? ''))).toEqual([])
  })

  it.each([matrix, strapi5])('blame no target for a clause that is only observed behavior', (recorded) => {
    const blamed = failuresOf(recorded).filter(
      ({ level, deviation }) => level === 'observed' && deviation?.class === 'target-deviates',
    )
    expect(blamed).toEqual([])
  })
})
