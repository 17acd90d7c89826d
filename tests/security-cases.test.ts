import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The attacks that the project covers, by kind and number. Each has a test whose title starts with its id. */
const cases = {
  LEAK: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 50, 51, 52, 53, 54, 55, 56, 57, 58],
  AUTHZ: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14],
  INJ: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26],
  QS: [1, 2, 4, 5, 7, 8, 10, 50],
  AUTH: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61],
  GQL: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 50, 51, 52],
  HTTP: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 50, 51, 52, 53, 54, 60, 61, 62, 63, 64, 65, 66, 67, 70, 71, 72, 73],
  FILE: [1, 2, 4, 5, 7, 8, 10, 50, 51, 52, 53, 54],
  SDK: [1, 2, 4, 5],
  INTG: [1, 2, 4, 5, 7, 8, 60, 61, 62, 63, 64],
}
const ids = Object.entries(cases).flatMap(([kind, numbers]) =>
  numbers.map((number) => `${kind}-${String(number).padStart(2, '0')}`),
)

/** The ids at the start of all titles of tests and groups. */
const named = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '*.test.ts'], { cwd: root })
    .toString()
    .split('\0')
    .filter((path) => path !== '')
    .flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\(\s*(['"`])[A-Z]+-\d\d\b.*?\1,/g) ?? [])
    .flatMap((title) => title.match(/\b[A-Z]+-\d\d\b/g) ?? []),
)

test('every attack has a test with its id', () => {
  expect(ids).toHaveLength(155)
  expect(ids.filter((id) => !named.has(id))).toEqual([])
})
