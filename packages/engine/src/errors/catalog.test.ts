import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalog } from './catalog.js'

it('has the errors of docs/errors.md: the same names with the same status, in the same order', () => {
  const text = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| (\w*Error) \| (\d{3}) \| \S/gm)].map(([, name, status]) => [name, Number(status)])
  expect(rows).toEqual(Object.entries(catalog).map(([name, { status }]) => [name, status]))
})
