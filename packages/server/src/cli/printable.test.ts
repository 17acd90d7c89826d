import { expect, it, vi } from 'vitest'
import { ComparisonError } from '@content-api/migrate/errors'
import { describeDifference } from './compare.js'
import { printable } from './printable.js'
import { reportError } from './report-error.js'
import { tableOf } from './table.js'

const hostile = '\u001b[2J\u009b31m\u0007\u202e'
const shown = '\\x1b[2J\\x9b31m\\x07\\u202e'

it('escapes control characters and workflow commands', () => {
  expect(printable(`${hostile}\ta\nb`)).toBe(`${shown}\ta\nb`)
  expect(printable('ok\n  ::error::x\n##[error]x ##vso[task.x] a::b')).toBe(
    'ok\n  \\x3a:error::x\n\\x23#[error]x \\x23#vso[task.x] a::b',
  )
})

it('escapes them in tables, errors and differences', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  reportError(new ComparisonError(`a ${hostile}\n::error::x`))
  expect(written.mock.calls).toEqual([[`a ${shown}\n\\x3a:error::x\n`]])
  written.mockRestore()
  expect(tableOf(['user'], [[hostile]])).toContain(` ${shown} `)
  const difference = { type: 'pages', strapi: hostile, here: undefined, above: [], expected: undefined }
  const text = describeDifference({ ...difference, entry: `a\n::error::${hostile}`, path: [hostile, 'b\nc'] })
  expect(text).toBe(
    `pages a\\x0a\\x3a:error::${shown} ${shown}.b\\x0ac: Strapi "\\u001b[2J\\x9b31m\\u0007\\u202e", here nothing`,
  )
})
