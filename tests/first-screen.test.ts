import { ledgerOf, scenariosOf } from '@content-api/conformance'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { comparisons } from '../bench/peers/comparisons.js'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

const meanOf = (name: string) => comparisons.find((each) => each.name === name)?.limits.mean

test('the figures of the README are the limits of its commands', () => {
  const readme = read('README.md')
  expect(readme).toContain(`at least ${meanOf('strapi4-sqlite-1000')} times less processor time than Strapi 4.26.2`)
  const beside = ['beside-strapi4-sqlite-1000', 'beside-strapi5-sqlite-1000'].map((name) => meanOf(name) ?? 0)
  expect(readme).toContain(`at least ${Math.min(...beside)} times less processor time for reads`)
  const [share] = /4: (0\.\d+), 5: 0\.\d+/.exec(read('packages/server/test/beside/served-share.ts'))?.slice(1) ?? []
  expect(readme).toContain(`at least ${Number(share) * 100} % of them without Strapi`)
})

test('the README counts the public projects that run', () => {
  const [, starting, right] =
    /least = \{ starting: (\d+), right: (\d+) \}/.exec(read('scripts/verify-public-projects.mjs')) ?? []
  const { length } = read('scripts/lib/public-projects.mjs').match(/repository: '/g) ?? []
  const figures = `of ${length} public projects that nobody changed, at least ${starting} start, and at least ${right} answer`
  expect(read('README.md')).toContain(figures)
})

test('the README and the start page count the clauses and scenarios of the suite', () => {
  const [strapi4, strapi5] = (['strapi-4', 'strapi-5'] as const).map(
    (generation) => `${ledgerOf(generation).length} clauses, ${scenariosOf(generation).length} scenarios`,
  )
  expect(read('README.md').replaceAll(/\s+/g, ' ')).toContain(`${strapi4}; for Strapi 5, ${strapi5}`)
  expect(read('docs/index.md')).toContain(strapi4)
})
