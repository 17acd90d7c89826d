import { expect, it, vi, afterEach } from 'vitest'
import { ComparisonError } from '@content-api/migrate/errors'
import { describeDifference } from './compare.js'
import { printable, reportError, printWarnings } from './report-error.js'
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

const listeners = process.listeners('warning')

afterEach(() => {
  process.removeAllListeners('warning')
  for (const listener of listeners) process.on('warning', listener)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

function printed(): string[] {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  return lines
}

it('prints warnings without adding words', () => {
  vi.stubEnv('NODE_OPTIONS', '')
  const lines = printed()
  printWarnings()
  process.emit('warning', Object.assign(new Error('Two resolvers.'), { name: 'Warning' }))
  process.emit('warning', Object.assign(new Error('A file stays.'), { name: 'UploadWarning' }))
  expect(lines).toEqual(['Warning: Two resolvers.\n', 'Upload warning: A file stays.\n'])
})

it('leaves warnings to Node when options of Node change how they are shown', () => {
  vi.stubEnv('NODE_OPTIONS', '--trace-warnings')
  const before = process.listeners('warning')
  printWarnings()
  expect(process.listeners('warning')).toEqual(before)
})
