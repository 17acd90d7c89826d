import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalog } from './catalog.js'

it('is what docs/errors.md lists: the same names with the same status, in the same order', () => {
  const text = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| (\w*Error) \| (\d{3}) \| \S/gm)].map(([, name, status]) => [name, Number(status)])
  expect(rows).toEqual(Object.entries(catalog).map(([name, { status }]) => [name, status]))
})
