import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('the generated types match the atlas and the documents', async () => {
  const program = fileURLToPath(new URL('../codegen.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--check'])
  expect(stdout).toBe('')
})
