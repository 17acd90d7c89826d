import { cpSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { koaDifferences } from './koa-project-differences.js'
import { type RecordedRequest, requestOf } from './recorded-request.mjs'
import type { ProjectDifference } from './strapi-project-differences.js'
import { databases } from '../../../../tests/support/postgres.js'
import { type CallCase, callRoute, type Outcome } from '../strapi-starts/call-route.js'
import { judge } from '../strapi-starts/compare-outcomes.js'
import { libraryContent } from '../strapi-starts/library-content.js'
import { libraryComponents, libraryTypes } from '../strapi-starts/library-schemas.js'
import { schemaFiles } from '../strapi-starts/project-files.js'
import { writeProject } from '../support/write-project.js'
import { runCases } from '../strapi-starts/run-calls.js'
import { sideOf } from '../strapi-starts/two-sides.js'

interface Recorded {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly body: unknown
}

const readText = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const requests = JSON.parse(readText('koa-project-requests.json')) as readonly RecordedRequest[]
const permissions = JSON.parse(readText('koa-project-permissions.json')) as Record<string, string[]>
const lines = readText('../oracle/koa-project.jsonl').trim().split('\n')
const recorded = new Map(lines.map((line) => JSON.parse(line) as Recorded).map((response) => [response.id, response]))

const calls = readText('../oracle/strapi-calls.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as CallCase & { readonly outcomes: readonly Outcome[] })

/** Removes values that differ in each run. */
function essence(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/probe\.sess=[\w-]+=*/g, 'probe.sess=<session>')
    .replaceAll(/(probe\.sess\.sig)=[\w-]+/g, '$1=<signature>')
    .replaceAll(/expires=[^;]+ GMT/g, 'expires=<time>')
    .replaceAll('127.0.0.1:14337', 'service.example')
    // The order of the directives of a content security policy has no meaning.
    .replaceAll(/(?<="content-security-policy":")[^"]+/g, (policy) => policy.split(';').toSorted().join(';'))
  return JSON.parse(text)
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The intended differences, by request. */
const decided = Object.assign({}, ...koaDifferences.map(({ replaced }) => replaced)) as ProjectDifference['replaced']

function expected(id: string): unknown {
  const response = recorded.get(id)
  if (!response) throw new Error(`${id} was not recorded`)
  let text = JSON.stringify(essence(response))
  for (const [theirs, ours] of decided[id] ?? []) {
    if (!text.includes(theirs)) throw new Error(`The recorded response of ${id} does not contain ${theirs}: ${text}`)
    text = text.replace(theirs, ours)
  }
  return JSON.parse(text)
}

describe.each(await databases())('the Koa context of a Strapi 4 project on $name', ({ connection }) => {
  let api: ContentApi
  let folder: string
  const cookies: Record<string, string> = {}
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koa-project-'))
    const project = join(folder, 'project')
    cpSync(fileURLToPath(new URL('../koa-project', import.meta.url)), project, { recursive: true })
    await writeProject(project, { ...schemaFiles(libraryTypes, libraryComponents), ...callRoute })
    // The controllers read a file of the working directory.
    vi.spyOn(process, 'cwd').mockReturnValue(project)
    api = await createContentApi({
      project,
      database: connection,
      log: () => undefined,
      config: {
        permissions,
        i18n: { locales: ['fr'] },
        api: { rest: { strictParams: false } },
        auth: { jwt: { secret: 'a secret of the tests, thirty-two bytes' } },
        upload: { directory: join(folder, 'uploads') },
      },
    })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await api.close()
    await rm(folder, { recursive: true })
  })

  it.each(requests)('responds to $id like Strapi', async (request) => {
    const { id, keeps, headers = [] } = request
    const cookie = keeps === undefined ? undefined : cookies[keeps]
    const response = await api.fetch(requestOf('http://service.example', request, { cookie }))
    if (keeps !== undefined && response.headers.has('set-cookie')) {
      cookies[keeps] = response.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ')
    }
    const body = jsonOr(await response.text())
    const selected = Object.fromEntries(headers.map((name) => [name, response.headers.get(name)]))
    expect(essence({ id, status: response.status, headers: selected, body })).toEqual(expected(id))
  })

  it('returns the results of Strapi for calls of entityService and db.query', async () => {
    const side = sideOf(api)
    const content = await runCases(side, libraryContent)
    expect(content.flat().filter((outcome) => 'error' in outcome)).toEqual([])
    const ours = await runCases(side, calls)
    const different = calls.flatMap(({ calls: sent, outcomes }, index) => {
      const found = ours[index] ?? []
      return judge({ calls: sent }, outcomes, found) === 'different' ? [{ sent, outcomes, found }] : []
    })
    expect(different).toEqual([])
  })
})
