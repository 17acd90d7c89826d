import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { writeLargeArchive, writeLargeProject } from './large-project.js'

/** The number of entries in the archive; `pnpm verify:long` uses 100,000. */
const entries = Number(process.env['STRAPI_ENTRIES'] ?? 1_000)
const perSecond = Number(process.env['STRAPI_PER_SECOND'] ?? 0)
/** The maximum memory of the process in megabytes. */
const memoryBelow = Number(process.env['STRAPI_MEMORY_BELOW'] ?? Number.POSITIVE_INFINITY)
const kills = Number(process.env['STRAPI_KILLS'] ?? 1)

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'content-api-large-'))
const project = join(folder, 'project')
const archive = join(folder, 'export.tar.gz')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  await writeLargeProject(project)
  await writeLargeArchive(archive, entries)
}, 60_000)

const probe = `data:text/javascript,process.on('exit',()=>console.error('RSS '+Math.round(process.resourceUsage().maxRSS/1024)))`

function start(database: string, ...more: string[]) {
  const args = ['import', '--from-strapi', archive, '--project', project, '--database', database, ...more]
  const child = spawn(process.execPath, ['--import', probe, main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })) }
}

/** The milliseconds of an import, from the start of its process to its end. The first test measures them. */
let whole = 0

/** Returns the number of entries in a database, including the two roles of every service. */
async function countEntries(database: string): Promise<number> {
  const secret = 'a-secret-for-tests-of-more-than-32-bytes'
  const api = await createContentApi({ project, database, config: { auth: { jwt: { secret } } } })
  try {
    let count = 0
    await api.exportEntries(() => void count++)
    return count
  } finally {
    await api.close()
  }
}

describe('an archive of many entries', () => {
  it('is imported within the time and memory limits', { timeout: 300_000 }, async () => {
    const database = join(folder, 'fast.db')
    const began = performance.now()
    const { code, said } = await start(database).ended
    whole = performance.now() - began
    expect(said).toContain(`Imported ${new Intl.NumberFormat('en').format(entries)} entries`)
    expect(code).toBe(0)
    const rate = Number(/([\d,]+) per second/.exec(said)?.[1]?.replaceAll(',', ''))
    const memory = Number(/RSS (\d+)/.exec(said)?.[1])
    process.stderr.write(`${entries} entries: ${rate} a second, ${memory} MB\n`)
    expect(rate).toBeGreaterThanOrEqual(perSecond)
    expect(memory).toBeLessThanOrEqual(memoryBelow)
    expect(await countEntries(database)).toBe(entries + 2)
  })

  it('is imported completely or not at all when the import is killed, and can be imported again', {
    timeout: 600_000,
  }, async () => {
    const database = join(folder, 'killed.db')
    const found: number[] = []
    for (let round = 0; round < kills; round++) {
      for (const ending of ['', '-wal', '-shm']) rmSync(database + ending, { force: true })
      const { child, ended } = start(database)
      // Kills are spread from 20 % to 110 % of the usual duration. A single kill comes at 60 %.
      await setTimeout(whole * (kills === 1 ? 0.6 : 0.2 + (0.9 * round) / (kills - 1)))
      child.kill('SIGKILL')
      await ended
      const count = await countEntries(database)
      expect([2, entries + 2]).toContain(count)
      found.push(count)
      const { code, said } = await start(database, '--replace').ended
      expect(code, said).toBe(0)
      expect(await countEntries(database)).toBe(entries + 2)
    }
    process.stderr.write(`Killed ${kills} times: ${found.filter((count) => count > 2).length} imports were complete\n`)
  })
})
