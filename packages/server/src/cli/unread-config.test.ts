import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Logger } from '../log/logger.js'
import { warnOfUnreadConfig } from './unread-config.js'

const contents = (file: string) => {
  if (file.includes('server')) return 'module.exports = {\ncron: { enabled: true } }'
  return file.includes('cron-tasks') ? '// content-api-doctor: allow' : ''
}

describe('the configuration of a Strapi 4 project', () => {
  let project: string
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'unread-config-'))
  })
  afterEach(() => rmSync(project, { recursive: true, force: true }))

  function warned(...files: readonly string[]): string[] {
    return warnedUnless([], ...files)
  }

  function warnedUnless(allowed: readonly string[], ...files: readonly string[]): string[] {
    const warnings: string[] = []
    mkdirSync(join(project, 'config'))
    for (const file of files) writeFileSync(join(project, file), contents(file))
    warnOfUnreadConfig(project, { warn: (message) => void warnings.push(message) } as Logger, allowed)
    return warnings
  }

  it('is named in a warning, because the server does not read it', () => {
    expect(warned('config/plugins.js', 'config/api.ts', 'config/admin.js', 'config/notes.md')).toEqual([
      expect.stringMatching(/^config\/api\.ts, config\/plugins\.js: not read/),
    ])
  })

  it('is named in a warning where content-api.config.js has no equivalent key', () => {
    const files = ['config/middlewares.js', 'config/server.js', 'config/api.js', 'content-api.config.js']
    expect(warned(...files)).toEqual([
      expect.stringMatching(/^config\/middlewares\.js: has no effect here; use middlewares of routes/),
      expect.stringMatching(/^config\/server\.js:2: cron has no effect here; run scheduled tasks/),
    ])
  })

  it('causes no warning when a comment or the allow-list of the configuration permits it', () => {
    const allowed = ['config/middlewares', 'config/server.js:2']
    expect(warnedUnless(allowed, 'config/middlewares.js', 'config/server.js', 'content-api.config.js')).toEqual([])
    rmSync(join(project, 'config'), { recursive: true })
    expect(warned('config/cron-tasks.js', 'content-api.config.js')).toEqual([])
  })

  it.each([
    ['when content-api.config.js replaces it', ['config/api.js', 'content-api.config.js']],
    ['when it configures the admin panel', ['config/admin.js']],
    ['when the project itself reads it', ['config/shop.js']],
    ['when it does not exist', []],
  ])('causes no warning %s', (_where, files) => {
    expect(warned(...files)).toEqual([])
  })
})
