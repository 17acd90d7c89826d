import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reportJsonSchema } from './report-schema.js'

it('is published unchanged', () => {
  const published: unknown = JSON.parse(
    readFileSync(new URL('../../schema/report.schema.json', import.meta.url), 'utf8'),
  )
  expect(published).toEqual(JSON.parse(JSON.stringify(reportJsonSchema())))
})
