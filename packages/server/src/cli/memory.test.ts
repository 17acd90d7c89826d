import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module = new URL('../../dist/cli/memory.js', import.meta.url).href

/**
 * Prints how much of a new block is in the allocator's own memory. By default, a block of this size is mapped
 * on its own, and unmapped when it is freed.
 */
const program = (prepare: string) => `
  import { readFileSync } from 'node:fs'
  import { keepMemory } from ${JSON.stringify(module)}
  ${prepare}
  gc()
  // Waits until the first collection has freed its blocks.
  gc()
  const own = () => {
    const [, start, end] = /^([0-9a-f]+)-([0-9a-f]+) .*\\[heap\\]$/m.exec(readFileSync('/proc/self/maps', 'utf8'))
    return parseInt(end, 16) - parseInt(start, 16)
  }
  const before = own()
  const block = Buffer.allocUnsafeSlow(6_000_000)
  console.log((own() - before) / block.length)
`

const { header } = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } }

test.skipIf(header.glibcVersionRuntime === undefined)('the allocator keeps freed memory', async () => {
  const partAfter = async (prepare: string) => {
    const args = ['--expose-gc', '--input-type=module', '--eval', program(prepare)]
    return Number((await promisify(execFile)(process.execPath, args)).stdout)
  }
  expect(await partAfter('')).toBe(0)
  expect(await partAfter('keepMemory()')).toBeGreaterThan(0.5)
})
