import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Completion, Editor, Position } from './editor.js'

interface Message {
  readonly type: string
  readonly request_seq?: number
  readonly success?: boolean
  readonly message?: string
  readonly body?: unknown
}

interface TextPart {
  readonly text: string
}

const compilerOptions = {
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  types: [],
}

const textOf = (parts: readonly TextPart[] | undefined) => parts?.map(({ text }) => text).join('') ?? ''

/** TypeScript 5 as an editor uses it: `tsserver` of the package `typescript`. */
export async function startTsserver(name: string): Promise<Editor> {
  const typescript = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  const server = spawn(
    process.execPath,
    [join(typescript, 'lib', 'tsserver.js'), '--disableAutomaticTypingAcquisition'],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  const waiting = new Map<number, (message: Message) => void>()
  let received = Buffer.alloc(0)
  server.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const start = received.indexOf('\r\n\r\n') + 4
      const [, length] = /content-length: (\d+)/i.exec(received.subarray(0, start).toString()) ?? []
      if (!length || received.length < start + Number(length)) return
      const end = start + Number(length)
      const message = JSON.parse(received.subarray(start, end).toString()) as Message
      received = received.subarray(end)
      if (message.type === 'response') waiting.get(message.request_seq ?? -1)?.(message)
    }
  })
  let count = 0
  const notify = (command: string, args: object) =>
    void server.stdin.write(`${JSON.stringify({ seq: ++count, type: 'request', command, arguments: args })}\n`)
  const request = (command: string, args: object) =>
    new Promise<Message>((resolve) => {
      waiting.set(count + 1, resolve)
      notify(command, args)
    })
  await request('compilerOptionsForInferredProjects', { options: compilerOptions })
  // Hovers show complete types, so that tests can measure them. Since TypeScript 5.9 editors set this limit.
  await request('configure', { preferences: { maximumHoverLength: 1_000_000 } })

  return {
    open: (uri, fileContent) => {
      const file = fileURLToPath(uri)
      notify('open', { file, fileContent })
      const placeOf = ({ line, character }: Position) => ({ file, line: line + 1, offset: character + 1 })
      return {
        complete: async (position, documented = false) => {
          const at = placeOf(position)
          const { body } = await request('completionInfo', at)
          const entries = (body as { entries: { name: string }[] } | undefined)?.entries ?? []
          const entryNames = entries.map(({ name }) => name)
          if (!documented) return entryNames.map((label): Completion => ({ label, documentation: '' }))
          const details = await request('completionEntryDetails', { ...at, entryNames: entryNames.slice(0, 80) })
          const described = (details.body ?? []) as { name: string; documentation?: TextPart[] }[]
          const documentation = new Map(described.map((entry) => [entry.name, textOf(entry.documentation)]))
          return entryNames.map((label): Completion => ({ label, documentation: documentation.get(label) ?? '' }))
        },
        hover: async (position) => {
          const { body } = await request('quickinfo', placeOf(position))
          const { displayString = '', documentation = '' } = (body ?? {}) as {
            displayString?: string
            documentation?: string | TextPart[]
          }
          return `${displayString}\n${typeof documentation === 'string' ? documentation : textOf(documentation)}`
        },
        errors: async () => {
          const { body } = await request('semanticDiagnosticsSync', { file })
          const found = (body ?? []) as { text: string; start: { line: number } }[]
          return found.map(({ text, start }) => ({ line: start.line - 1, text }))
        },
      }
    },
    close: () => void server.kill(),
  }
}
