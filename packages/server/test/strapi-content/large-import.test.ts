import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentApi, type EntryLine } from '../../src/index.js'
import { commandFile } from '../support/command-file.js'
import { sharesOf, writeLargeArchive, writeLargeProject } from './large-project.js'

/** The number of entries in the archive; `pnpm verify:long` uses 100,000. */
const entries = Number(process.env['STRAPI_ENTRIES'] ?? 1_000)
const perSecond = Number(process.env['STRAPI_PER_SECOND'] ?? 0)
/** The maximum memory of the process in megabytes. */
const memoryBelow = Number(process.env['STRAPI_MEMORY_BELOW'] ?? Number.POSITIVE_INFINITY)
/** The number of killed imports. The last one is killed after its commit, all others before it. */
const kills = Number(process.env['STRAPI_KILLS'] ?? 2)

const probe = new URL('import-probe.mjs', import.meta.url).href
const folder = mkdtempSync(join(tmpdir(), 'content-api-large-'))
const project = join(folder, 'project')
const archive = join(folder, 'export.tar.gz')
const whole = join(folder, 'whole.db')
/** The end of an import that nothing interrupts. */
let imported: Ended

afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  await writeLargeProject(project)
  await writeLargeArchive(archive, entries)
  imported = await runImport(whole)
})

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly said: string
}

async function runImport(
  database: string,
  { more = [], environment = {} }: { more?: readonly string[]; environment?: Record<string, string> } = {},
): Promise<Ended> {
  const args = ['import', '--from-strapi', archive, '--project', project, '--database', database, ...more]
  const child = spawn(process.execPath, ['--import', probe, commandFile, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, said }
}

/** Returns a number that the import or its probe printed. */
const printed = ({ said }: Ended, pattern: RegExp) => Number(pattern.exec(said)?.[1]?.replaceAll(',', ''))

interface Content {
  /** The number of entries of each type, including the two roles of every service. */
  readonly counts: Readonly<Record<string, number>>
  /** The attributes of the last entry of each content type. */
  readonly last: Readonly<Record<string, EntryLine['attributes']>>
  /** A digest of all entries of content types. */
  readonly digest: string
}

async function contentOf(database: string): Promise<Content> {
  const secret = 'a-secret-for-tests-of-more-than-32-bytes'
  const api = await createContentApi({ project, database, config: { auth: { jwt: { secret } } } })
  const counts: Record<string, number> = {}
  const last: Record<string, EntryLine['attributes']> = {}
  const hash = createHash('sha256')
  try {
    await api.exportEntries((line) => {
      const { type, attributes } = JSON.parse(line) as EntryLine
      counts[type] = (counts[type] ?? 0) + 1
      if (!type.startsWith('api::')) return
      last[type] = attributes
      hash.update(line)
    })
  } finally {
    await api.close()
  }
  return { counts, last, digest: hash.digest('hex') }
}

const roles = { 'plugin::users-permissions.role': 2 }

describe('an archive of many entries', () => {
  it('is imported with its links, within the time and memory limits', async () => {
    expect(imported.said).toContain(`Imported ${new Intl.NumberFormat('en').format(entries)} entries`)
    expect(imported.code).toBe(0)
    const rate = printed(imported, /([\d,]+) per second/)
    const memory = printed(imported, /RSS (\d+)/)
    process.stderr.write(`${entries} entries: ${rate} a second, ${memory} MB\n`)
    expect(rate).toBeGreaterThanOrEqual(perSecond)
    expect(memory).toBeLessThanOrEqual(memoryBelow)
    const { comment, story, person, topic } = sharesOf(entries)
    const { counts, last } = await contentOf(whole)
    expect(counts).toEqual({
      ...roles,
      'api::comment.comment': comment,
      'api::story.story': story,
      'api::person.person': person,
      'api::topic.topic': topic,
    })
    expect(last['api::comment.comment']).toMatchObject({ story: (comment % story) + 1 })
    expect(last['api::story.story']).toMatchObject({
      title: `Story ${story}`,
      author: { id: (story % person) + 1, order: Math.ceil(story / person) },
      topics: [
        { id: (story % topic) + 1, order: story },
        { id: ((story + 7) % topic) + 1, order: story },
      ],
      seo: { metaTitle: `Story ${story}`, noIndex: false },
    })
  })

  it('is imported completely or not at all when the import is killed, and can be imported again', async () => {
    const database = join(folder, 'killed.db')
    const inserts = printed(imported, /INSERTS (\d+)/)
    const complete = await contentOf(whole)
    const empty = await contentOf(join(folder, 'empty.db'))
    expect(empty.counts).toEqual(roles)
    for (let round = 1; round <= kills; round++) {
      for (const ending of ['', '-wal', '-shm']) rmSync(database + ending, { force: true })
      const isCommitted = round === kills
      const environment: Record<string, string> = isCommitted
        ? { KILL_AFTER_COMMIT: '1' }
        : { KILL_AT_INSERT: String(Math.ceil((inserts * round) / (kills - 1))) }
      const { code, signal, said } = await runImport(database, { environment })
      expect([code, signal], said).toEqual([null, 'SIGKILL'])
      expect(await contentOf(database)).toEqual(isCommitted ? complete : empty)
      const again = await runImport(database, { more: ['--replace'] })
      expect(again.code, again.said).toBe(0)
      expect(await contentOf(database)).toEqual(complete)
    }
  })
})
