import { cpSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRecord } from '@content-api/model'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { callDifferences } from './calls-project-differences.js'
import { databases } from '../../../../tests/support/postgres.js'

interface Called {
  readonly id: string
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

const text = readFileSync(new URL('../oracle/calls-project.jsonl', import.meta.url), 'utf8')
const recorded = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Called)
const decided: Readonly<Record<string, unknown>> = Object.assign({}, ...callDifferences.map(({ results }) => results))

/** Generated uids and concealed passwords are differences of all entries. */
const differing: readonly unknown[] = ['slug', 'pin', 'password']

function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !differing.includes(item)).map(essence)
  if (isRecord(value)) {
    const entries = Object.entries(value).filter(([name]) => !differing.includes(name))
    return Object.fromEntries(entries.map(([name, item]) => [name, essence(item)]))
  }
  const isNow = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !value.startsWith('2024')
  return isNow ? '<now>' : value
}

/** The messages of errors differ. */
const outcome = ({ result, error }: Called) => (error ? 'an error' : essence(result))

describe.each(await databases())('calls of strapi.entityService and strapi.db.query on $name', ({ connection }) => {
  let api: ContentApi
  let folder: string
  const called = new Map<string, Called>()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'calls-project-'))
    const project = join(folder, 'project')
    cpSync(fileURLToPath(new URL('../calls-project', import.meta.url)), project, { recursive: true })
    api = await createContentApi({ project, database: connection, log: () => undefined })
    const response = await api.fetch(new Request('http://service.example/api/calls', { method: 'POST' }))
    for (const each of (await response.json()) as readonly Called[]) called.set(each.id, each)
  })
  afterAll(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })

  it.each(recorded)('$id: returns what Strapi returns', (theirs) => {
    const ours = called.get(theirs.id)
    if (!ours) throw new Error(`${theirs.id} was not called`)
    const expected = theirs.id in decided ? decided[theirs.id] : outcome(theirs)
    expect(outcome(ours), ours.error?.message).toEqual(expected)
  })

  it('has no difference that is not one', () => {
    const same = recorded.filter(
      ({ id }) =>
        id in decided &&
        JSON.stringify(outcome(called.get(id) ?? { id })) ===
          JSON.stringify(outcome(recorded.find((each) => each.id === id) ?? { id })),
    )
    expect(same).toEqual([])
  })
})
