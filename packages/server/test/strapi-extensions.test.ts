import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from './replay/exchange.js'
import { type ReplayServer, recordedModel, startServer } from './replay/server.js'
import { Session } from './replay/session.js'
import { newDatabases } from './support/postgres.js'

type Recorded = Exchange & { readonly extension: string }

interface Body {
  readonly data?: unknown
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

const files = fileURLToPath(new URL('strapi-extensions', import.meta.url))
const recorded = readFileSync(new URL('oracle/extensions.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Recorded)

/** The folder of a project with the recorded model and the files of an extension, as it stands in the `src` of a Strapi. */
function projectWith(extension: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-extension-'))
  cpSync(recordedModel, folder, { recursive: true })
  cpSync(join(files, extension), join(folder, 'src'), { recursive: true })
  return folder
}

const times = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** What counts of an answer: its data, and of errors what they are and which fields they took away. */
function essence({ data, errors = [] }: Body): unknown {
  const told = errors.map(({ extensions }) => extensions?.code)
  return JSON.parse(JSON.stringify({ data, told }).replaceAll(times, '<time>'))
}

/** What is owed where it isn't what was recorded, and why. */
const decisions: readonly {
  readonly id: string
  readonly because: string
  readonly instead: readonly [string, string]
}[] = [
  { id: 'seen-answer.4', because: 'no code is given passwords', instead: [',secret,', ','] },
  {
    id: 'seen-answer.8',
    because: 'a relation to one entry has no pages',
    instead: ['"args":{"start":0,"limit":10}', '"args":{}'],
  },
]

function owed({ id, response }: Recorded): unknown {
  const text = JSON.stringify(essence(response?.body as Body))
  const [theirs, ours] = decisions.find((decision) => decision.id === id)?.instead ?? ['', '']
  if (!text.includes(theirs)) throw new Error(`The decision on ${id} has nothing to decide`)
  return JSON.parse(text.replace(theirs, ours))
}

it('has answers of a real Strapi to every extension', () => {
  expect(readdirSync(files).toSorted()).toEqual([...new Set(recorded.map(({ extension }) => extension))].toSorted())
})

describe.each(newDatabases)('extensions written for Strapi 4 on %s', (_name, newDatabase) => {
  describe.each(readdirSync(files))('%s', (extension) => {
    const exchanges = recorded.filter((exchange) => exchange.extension === extension)
    let server: ReplayServer
    let session: Session
    let project: string

    beforeAll(async () => {
      project = projectWith(extension)
      server = await startServer((await newDatabase()).connection, { project })
      session = new Session(server.port, server.nextMailCode)
    })
    afterAll(async () => {
      await server?.close()
      rmSync(project, { recursive: true, force: true })
    })

    it.each(exchanges.map((exchange) => [exchange.id, exchange] as const))('%s', async (_id, exchange) => {
      const ours = await session.send(exchange)
      expect(essence(ours.body as Body)).toEqual(owed(exchange))
    })
  })
})
