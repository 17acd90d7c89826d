import { afterEach, expect, it, vi } from 'vitest'
import { printWarnings } from './print-warnings.js'

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
