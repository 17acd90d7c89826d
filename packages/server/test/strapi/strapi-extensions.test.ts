import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../replay/exchange.js'
import { type ReplayServer, recordedModel, startServer } from '../replay/server.js'
import { Session } from '../replay/session.js'
import { newDatabases } from '../../../../tests/support/postgres.js'

type Recorded = Exchange & { readonly extension: string }

interface Body {
  readonly data?: unknown
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

const files = fileURLToPath(new URL('../strapi-extensions', import.meta.url))
const recorded = readFileSync(new URL('../oracle/extensions.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Recorded)

/** Creates a project with the recorded model and the files of an extension in `src`. */
function projectWith(extension: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-extension-'))
  cpSync(recordedModel, folder, { recursive: true })
  cpSync(join(files, extension), join(folder, 'src'), { recursive: true })
  return folder
}

const times = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** The compared part of a response: its data and the codes of its errors. */
function essence({ data, errors = [] }: Body): unknown {
  const codes = errors.map(({ extensions }) => extensions?.code)
  return JSON.parse(JSON.stringify({ data, codes }).replaceAll(times, '<time>'))
}

interface Decision {
  readonly id: string
  readonly because: string
  /** Strings of the recorded response, and the expected ones in their place. */
  readonly instead: readonly (readonly [theirs: string, ours: string])[]
}

/** The expected responses that differ from the recording, and why. */
const decisions: readonly Decision[] = [
  { id: 'seen-answer.4', because: 'extension code gets no passwords', instead: [[',secret,', ',']] },
  {
    id: 'seen-answer.8',
    because: 'a relation to one entry has no pagination',
    instead: [['"args":{"start":0,"limit":10}', '"args":{}']],
  },
  { id: 'builders.4', because: 'no page is larger than amountLimit', instead: [['"limit":1000', '"limit":100']] },
]

function expected({ id, response }: Recorded): unknown {
  let text = JSON.stringify(essence(response?.body as Body))
  for (const [theirs, ours] of decisions.find((decision) => decision.id === id)?.instead ?? []) {
    if (!text.includes(theirs)) throw new Error(`The recorded response of ${id} does not contain ${theirs}`)
    text = text.replace(theirs, ours)
  }
  return JSON.parse(text)
}

it('every extension has responses of a real Strapi', () => {
  expect(readdirSync(files).toSorted()).toEqual([...new Set(recorded.map(({ extension }) => extension))].toSorted())
})

describe.each(newDatabases)('extensions written for Strapi 4 on %s', (_name, newDatabase) => {
  describe.each(readdirSync(files))('the extension %s', (extension) => {
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

    it.each(exchanges.map((exchange) => [exchange.id, exchange] as const))(
      'responds as recorded: %s',
      async (_id, exchange) => {
        const ours = await session.send(exchange)
        expect(ours.headers['cache-control']).toBe(exchange.response?.headers['cache-control'] ?? 'no-store')
        expect(essence(ours.body as Body)).toEqual(expected(exchange))
      },
    )
  })
})
