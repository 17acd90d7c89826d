import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recordExamples } from '../scripts/lib/clause-examples.mjs'

const shipped = (name: string) => readFileSync(join(import.meta.dirname, '../packages/conformance', name), 'utf8')

it('the server responds like the examples of the clauses (pnpm record:clauses)', async () => {
  expect(JSON.parse(JSON.stringify(await recordExamples()))).toEqual(JSON.parse(shipped('clauses.json')))
})
