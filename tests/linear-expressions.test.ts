// Matching a regular expression of the published code takes linear time: clients choose many of the texts.
// An expression that doesn't, or whose lookarounds can't be analysed, has a comment beside it that names the
// bound of its input: `// Bounded input: at most 254 bytes.`
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { regularExpressions } from '../scripts/lib/regular-expressions.mjs'
import { isObviouslyLinear } from './support/obviously-linear.js'

const root = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

/** The part of recheck's result that this test reads. */
type Analysis =
  | { readonly status: 'safe' }
  | { readonly status: 'unknown'; readonly error: { readonly kind: string } }
  | {
      readonly status: 'vulnerable'
      readonly complexity: { readonly summary: string }
      readonly attack: { readonly pattern: string }
    }
type Analyse = (source: string, flags: string, options: { checker: 'automaton'; timeout: number }) => Analysis

const analyse = (require('recheck/lib/browser.js') as { checkSync: Analyse }).checkSync

/**
 * The expressions that were proved linear. `EXPRESSIONS=write` adds those that are missing. Proving all of
 * them takes minutes: `pnpm verify:long --only patterns` does.
 */
const recordFile = join(import.meta.dirname, 'linear-expressions.json')
const record = new Set(JSON.parse(readFileSync(recordFile, 'utf8')) as string[])
const mode = process.env['EXPRESSIONS'] ?? 'new'

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'packages'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((path) => /^packages\/[^/]+\/(?:src|bin|pages|playground|ci)\/.*\.(?:ts|tsx|[cm]?js)$/.test(path))
  .filter((path) => !/\.test(?:-d)?\.tsx?$|^packages\/conformance-selftest\//.test(path))

/** Returns what is wrong with an expression, or undefined if it is linear. */
function problemOf(source: string, flags: string): string | undefined {
  const found = analyse(source, flags, { checker: 'automaton', timeout: 300_000 })
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `can't be analysed (${found.error.kind})`
  return `is not linear (${found.complexity.summary}) for ${found.attack.pattern}`
}

it('finds expressions that are not linear', () => {
  expect(problemOf('\\s+$', '')).toContain('2nd degree polynomial')
  expect(problemOf('^(a+)+$', '')).toContain('exponential')
  expect(problemOf('^[a-z]+(?:-[a-z]+)*$', '')).toBeUndefined()
})

it.each([
  ['^a+$', '', true],
  ['^(?:a|b)c*d?$', '', true],
  ['[a-z]{2,9}-\\d', '', true],
  ['a+$', '', false],
  ['^a+b+$', '', false],
  ['^a+$', 'm', false],
  ['^a|b+$', '', false],
  ['^(?:a|b)*$', '', false],
  ['^(?:a+b?){9}$', '', false],
  ['(a{200}){200}', '', false],
])('knows whether /%s/%s obviously is linear', (source, flags, expected) =>
  expect(isObviouslyLinear(source, flags)).toBe(expected),
)

it('reads literals, constant arguments of RegExp, and the comments beside them', () => {
  const text = String.raw`
    const names = new Set(['a', 'b'])
    const part = String.raw${'`'}\w+${'`'}
    // Bounded input: at most 9 bytes.
    const one = x.match(/a\/+/gi)
    const two = [new RegExp(${'`'}^(?:${'$'}{[...names].join('|')})${'$'}{part}${'`'}, 'u'), RegExp(unknown)]`
  expect(regularExpressions('x.ts', text)).toEqual([
    { line: 5, source: String.raw`a\/+`, flags: 'gi', bound: 'at most 9 bytes.' },
    { line: 6, source: String.raw`^(?:a|b)\w+`, flags: 'u', bound: null },
    { line: 6, source: null, flags: '', bound: null },
  ])
})

it('every expression of the published code is linear, or has a comment with the bound of its input', {
  timeout: mode === 'new' ? 120_000 : 3_600_000,
}, () => {
  const problems: string[] = []
  const proved = new Set<string>()
  for (const path of files) {
    for (const { line, source, flags, bound } of regularExpressions(path, readFileSync(join(root, path), 'utf8'))) {
      if (bound !== null || (source !== null && isObviouslyLinear(source, flags))) continue
      const expression = `/${source}/${flags}`
      if (proved.has(expression)) continue
      const isProved = mode !== 'all' && record.has(expression)
      const problem =
        source === null ? 'depends on values at run time' : isProved ? undefined : problemOf(source, flags)
      if (problem === undefined) proved.add(expression)
      else problems.push(`${path}:${line}: ${expression} ${problem}`)
    }
  }
  expect(problems).toEqual([])
  const sorted = [...proved].toSorted()
  if (mode === 'write') writeFileSync(recordFile, `${JSON.stringify(sorted, null, 2)}\n`)
  const recorded = JSON.parse(readFileSync(recordFile, 'utf8')) as unknown
  expect(sorted, 'run EXPRESSIONS=write pnpm vitest run --project workspace linear-expressions').toEqual(recorded)
})
