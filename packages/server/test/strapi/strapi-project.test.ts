import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine } from '../../src/cli/doctor.js'
import { type ContentApi, createContentApi } from '../../src/index.js'
import type { Mail } from '@content-api/core/config/mail-provider'
import { type ProjectDifference, projectDifferences } from './strapi-project-differences.js'
import { databases } from '../../../../tests/support/postgres.js'

interface Sent {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly as?: string
  readonly body?: unknown
  readonly headers?: readonly string[]
}

interface Recorded {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly body: unknown
}

const project = fileURLToPath(new URL('../strapi-project', import.meta.url))
const readText = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const requests = JSON.parse(readText('strapi-project-requests.json')) as readonly Sent[]
const permissions = JSON.parse(readText('strapi-project-permissions.json')) as Record<string, string[]>
const lines = readText('../oracle/strapi-project.jsonl').trim().split('\n')
const recorded = new Map(lines.map((line) => JSON.parse(line) as Recorded).map((response) => [response.id, response]))

/** The intended differences, by request. */
const decided = Object.assign(
  {},
  ...projectDifferences.map(({ replaced }) => replaced),
) as ProjectDifference['replaced']

/** Removes values that differ in each run. */
function essence(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<jwt>')
  return JSON.parse(text)
}

function expected(id: string): unknown {
  const response = recorded.get(id)
  if (!response) throw new Error(`${id} was not recorded`)
  let text = JSON.stringify(essence(response))
  for (const [theirs, ours] of decided[id] ?? []) {
    if (!text.includes(theirs)) throw new Error(`The recorded response of ${id} does not contain ${theirs}`)
    text = text.replace(theirs, ours)
  }
  return JSON.parse(text)
}

describe.each(await databases())('a Strapi 4 project on $name', ({ connection }) => {
  let api: ContentApi
  let folder: string
  const mails: Mail[] = []
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strapi-project-'))
    api = await createContentApi({
      project,
      database: connection,
      config: {
        permissions,
        api: { rest: { strictParams: false } },
        auth: { jwt: { secret: 'a secret of the tests, thirty-two bytes' } },
        mail: { provider: { send: async (mail) => void mails.push(mail) } },
        upload: { directory: folder },
      },
    })
  })
  afterAll(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })

  it.each(requests)('responds to $id like Strapi', async ({ id, method, path, as, body, headers = [] }) => {
    const response = await api.fetch(
      new Request(`http://service.example${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(as === undefined ? {} : { authorization: `Bearer ${tokens[as]}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    const json = /^[[{]/.test(text) ? JSON.parse(text) : text
    if (json.jwt) tokens[json.user.username] = json.jwt
    const selected = Object.fromEntries(headers.map((name) => [name, response.headers.get(name)]))
    expect(essence({ id, status: response.status, headers: selected, body: json })).toEqual(expected(id))
  })

  it('sends the same mail', () => {
    expect(mails).toEqual((expected('mails') as Recorded).body)
  })
})

it('passes the doctor', async () => {
  const { text, stops } = await examine(project)
  expect(stops).toBe(false)
  expect(text).not.toContain('config/cron-tasks.ts')
})
