import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from './load-config.js'

const folder = await mkdtemp(join(tmpdir(), 'content-api-config-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe("a configuration that can't be read", () => {
  const mistakes: readonly (readonly [file: string, text: string, message: string])[] = [
    ['content-api.config.ts', "export default {\n  database: 'x\n}", 'content-api.config.ts:2:13: Unterminated string'],
    [
      'content-api.config.js',
      "export default {\n  port: 1\n  host: 'x'\n}",
      'content-api.config.js:3:3: Unexpected token',
    ],
    [
      'content-api.config.mjs',
      '\nexport default { port: nothing }',
      "content-api.config.mjs:2: can't be read: nothing is not",
    ],
    [
      'content-api.config.json',
      '{\n  "port": 1,\n}',
      'content-api.config.json:3:1: Expected double-quoted property name. JSON has',
    ],
    ['content-api.config.json', '{', 'content-api.config.json:1:2: '],
    ['content-api.config.json', '// one\n{}', "content-api.config.json:1:1: Unexpected token '/'. JSON has"],
    [
      'content-api.config.json',
      '{\n  "auth": { "jwt": { "secret": hunter2hunter2 } },\n  "port": 1\n}',
      "content-api.config.json:2:32: Unexpected token 'h'. JSON has",
    ],
  ]
  it.each(mistakes)('is reported with the position in %s: %j', async (file, text, message) => {
    await writeFile(join(folder, file), text)
    await expect(loadConfig({ project: folder, env: {} })).rejects.toThrow(message)
    await rm(join(folder, file))
  })
})
