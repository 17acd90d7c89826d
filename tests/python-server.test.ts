import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pythonVersion } from '../scripts/lib/python-server.mjs'

const script = join(import.meta.dirname, '../scripts/verify-python.mjs')

it('the Python server passes tiers 0 and 1, or the script reports a skip without python3', () => {
  const output = execFileSync(process.execPath, [script], { encoding: 'utf8' })
  const passed = /Conformant at tier 0: 31 passed[\s\S]*Conformant at tier 1: 49 passed[\s\S]*\n80 passed, 0 failed\n$/
  expect(output).toMatch(pythonVersion() === null ? /^Skipped: there is no python3/ : passed)
})

it('the script reports a skip on a machine without python3', () => {
  const output = execFileSync(process.execPath, [script], { encoding: 'utf8', env: { ...process.env, PATH: '' } })
  expect(output).toMatch(/^Skipped: there is no python3/)
})
