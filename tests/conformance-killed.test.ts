import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReferenceTarget } from '../scripts/lib/reference-target.mjs'
import { cli } from '../packages/conformance/test/support/run-cli.js'
import { newDatabases, startOn } from './support/conformance-target.js'
import { KillingProxy, type Moment } from './support/killing-proxy.js'

const suite = fileURLToPath(new URL('../packages/conformance/bundle/bin/content-api-conformance.js', import.meta.url))

/** One scenario for each way in which the suite creates content. */
const everyMaking = [
  'write.create',
  'rest.relations.both-sides',
  'rest.relations.one-to-many.before',
  'rest.media.multiple',
  'rest.components.zone',
  'rest.locale.localize',
  'rest.drafts.preview',
  'rest.single.update',
  'access.accounts.login',
  'access.graphql.register',
  'graphql.mutation.create-draft',
]

/** The tests kill the suite at every nth write request. 1: at every write request. */
const stride = Number(process.env.CONFORMANCE_KILL_STRIDE ?? 40)
/** The number of kills during a whole run, at points that divide the run evenly. */
const kills = Number(process.env.CONFORMANCE_KILLS ?? 1)

/** Collections of the model, each with the attributes that an entry of another user needs. */
const collections = {
  items: {},
  rules: { name: 'theirs' },
  articles: {},
  categories: {},
  tags: {},
  details: {},
  vaults: {},
  pages: {},
  notices: { headline: 'theirs' },
  lists: {},
}
const withDrafts = ['articles', 'notices', 'pages']
const headers = { authorization: 'Bearer conformance-full-access', 'content-type': 'application/json' }

/** The databases of the target. The suite only uses HTTP, so that a sample of its requests is sent to one. */
const databases = newDatabases.slice(0, kills > 1 ? 2 : 1)

describe.each(databases)('a suite that is killed during its run on %s', (_, newDatabase) => {
  let target: ReferenceTarget
  let proxy: KillingProxy
  let folder: string
  let theirs: unknown

  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(
      `${target.url}${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    )
    return (await response.json()) as { data?: unknown[] } | unknown[]
  }

  /** Returns all content of the target, including drafts, locales, files and users. */
  const everything = async () => {
    const query = '?populate=*&sort=id&pagination[pageSize]=100'
    const states: Record<string, string> = { pages: '&publicationState=preview&locale=all' }
    for (const name of withDrafts) states[name] ??= '&publicationState=preview'
    const lists = Object.keys(collections).map(
      async (name) => [name, await ask(`/api/conf-${name}${query}${states[name] ?? ''}`)] as const,
    )
    const more = ['/api/conf-home', '/api/upload/files', '/api/users'].map(
      async (path) => [path, await ask(path)] as const,
    )
    return Object.fromEntries(await Promise.all([...lists, ...more])) as Record<string, unknown>
  }

  const start = (...args: readonly string[]) =>
    spawn(process.execPath, [suite, 'run', proxy.url, '--config', target.configurationFile, '--quiet', ...args], {
      cwd: folder,
      stdio: 'ignore',
    })

  /** Waits until the suite ends or is killed. Returns the number of requests that may write. */
  const ended = (child: ReturnType<typeof start>) =>
    new Promise<number>((resolve) => child.once('exit', () => resolve(proxy.writes)))

  /** Runs in this process: only the runs that are killed need processes. */
  const clean = async (...args: readonly string[]) => {
    const { code, out, error } = await cli(folder, 'clean', '--config', target.configurationFile, ...args)
    return { code, out: out + error }
  }

  beforeAll(async () => {
    target = await startOn(newDatabase)
    proxy = await KillingProxy.start(target.url)
    folder = mkdtempSync(join(tmpdir(), 'conformance-killed-'))
    for (const [name, data] of Object.entries(collections))
      await ask(`/api/conf-${name}`, { data: { marker: 'cnf-of-somebody-else', ...data } })
    await ask('/api/auth/local/register', { username: 'theirs', email: 'theirs@example.org', password: 'Theirs-12345' })
    const form = new FormData()
    form.append('files', new Blob(['theirs'], { type: 'text/plain' }), 'cnf-theirs.txt')
    await fetch(`${target.url}/api/upload`, {
      method: 'POST',
      headers: { authorization: headers.authorization },
      body: form,
    })
    theirs = await everything()
  })
  afterAll(async () => {
    proxy.close()
    await target.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Kills a run and cleans up after it. Returns the failures of the cleanup, the content and the journals. */
  async function killAndClean(at: number, moment: Moment, ...args: readonly string[]) {
    const child = start(...args)
    proxy.set({ at, moment, kill: () => child.kill('SIGKILL') })
    await ended(child)
    await proxy.settled()
    proxy.set(undefined)
    const complaints: string[] = []
    const { out: journalled } = await clean()
    for (const [, run = ''] of journalled.matchAll(/clean --run (\S+)/g)) {
      const { code, out } = await clean('--run', run)
      if (code !== 0 || !out.includes(' 0 remain')) complaints.push(out)
    }
    return { complaints, content: await everything(), journals: readdirSync(join(folder, '.content-api-conformance')) }
  }

  const asBefore = () => ({ complaints: [], content: theirs, journals: [] })

  /** Returns the number of requests of a run that may write. */
  async function countWrites(...args: readonly string[]): Promise<number> {
    proxy.set(undefined)
    return ended(start(...args))
  }

  it('starts with content of other users everywhere', () => {
    const content = Object.entries(theirs as Record<string, { data?: unknown }>)
    const empty = content.filter(
      ([path, found]) => path !== '/api/conf-home' && [found.data ?? found].flat().length === 0,
    )
    expect(empty).toEqual([])
  })

  it('leaves no content and changes no other content when it is killed at any request that creates content', {
    timeout: 3_600_000,
  }, async () => {
    const args = ['--only', everyMaking.join(), '--concurrency', '1']
    const count = await countWrites(...args)
    expect(count).toBeGreaterThan(40)
    for (let at = 0; at < count; at += stride) {
      // A sample alternates. Before the first request that writes, there is nothing to clean up.
      const one: Moment = (at / stride) % 2 === 0 ? 'after' : 'before'
      for (const moment of stride === 1 ? (['before', 'after'] as const) : [one])
        expect(await killAndClean(at, moment, ...args), `${moment} ${at}`).toEqual(asBefore())
      if (stride === 1) process.stdout.write(`writing request ${at + 1} of ${count}: nothing left, nothing touched\n`)
    }
  })

  it('leaves no content and changes no other content when it is killed during a complete run', {
    timeout: 3_600_000,
  }, async () => {
    // A single kill happens early: after a tenth of a run, content of every kind exists.
    const length = kills === 1 ? 500 : 2500
    for (let kill = 1; kill <= kills; kill++) {
      const at = Math.floor((length * kill) / (kills + 1))
      const moment = kill % 2 === 0 ? 'before' : 'after'
      expect(await killAndClean(at, moment, '--concurrency', '8'), `${moment} ${at}`).toEqual(asBefore())
      if (kills > 1)
        process.stdout.write(`whole run, writing request ${at} of about ${length}: nothing left, nothing touched\n`)
    }
  })
})
