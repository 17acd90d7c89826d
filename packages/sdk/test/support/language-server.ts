import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Editor } from './editor.js'

const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))

interface Message {
  readonly id?: number | string
  /** The method of a request or a notification. Responses have none. */
  readonly method?: string
  readonly result?: unknown
}

type Text = string | { readonly value: string }

interface Item {
  readonly label: string
  readonly documentation?: Text
}

interface Diagnostic {
  readonly message: string
  readonly severity: number
  readonly range: { readonly start: { readonly line: number } }
}

const textOf = (text: Text | undefined): string => (typeof text === 'string' ? text : (text?.value ?? ''))

/** TypeScript 7 as an editor uses it (Language Server Protocol). */
export async function startLanguageServer(): Promise<Editor> {
  const server = spawn(process.execPath, [join(typescript, 'bin', 'tsc'), '--lsp', '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const write = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  const waiting = new Map<unknown, (response: Message) => void>()
  const take = (message: Message) => {
    if (!message.method) waiting.get(message.id)?.(message)
    // The server requests settings and waits for the response. There are no settings.
    else if (message.id !== undefined) write({ id: message.id, result: null })
  }
  let received = Buffer.alloc(0)
  server.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const start = received.indexOf('\r\n\r\n') + 4
      const [, length] = /content-length: (\d+)/i.exec(received.subarray(0, start).toString()) ?? []
      if (!length || received.length < start + Number(length)) return
      const end = start + Number(length)
      take(JSON.parse(received.subarray(start, end).toString()) as Message)
      received = received.subarray(end)
    }
  })
  let count = 0
  const ask = (method: string, params: object) =>
    new Promise<Message>((resolve) => {
      waiting.set(++count, resolve)
      write({ id: count, method, params })
    })
  await ask('initialize', { processId: process.pid, rootUri: null, capabilities: {} })
  write({ method: 'initialized', params: {} })

  return {
    open: (uri, text) => {
      const textDocument = { uri }
      write({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'typescript', version: 1, text } },
      })
      return {
        complete: async (position, documented = false) => {
          const { result } = await ask('textDocument/completion', { textDocument, position })
          const items = (result as { items: Item[] } | null)?.items ?? []
          // A short list is enough. Without a limit, each of some hundred globals would be described.
          const shown = documented ? items.slice(0, 40) : []
          const described = await Promise.all(shown.map((item) => ask('completionItem/resolve', item)))
          return items.map(({ label }, index) => {
            const { documentation } = (described[index]?.result ?? {}) as Item
            return { label: label.replace(/\?$/, ''), documentation: textOf(documentation) }
          })
        },
        hover: async (position) => {
          const { result } = await ask('textDocument/hover', { textDocument, position })
          return textOf((result as { contents?: Text } | null)?.contents)
        },
        errors: async () => {
          const { result } = await ask('textDocument/diagnostic', { textDocument })
          const found = (result as { items?: Diagnostic[] } | null)?.items ?? []
          // Severity 1 is an error. The others are warnings, information and hints.
          return found
            .filter(({ severity }) => severity === 1)
            .map(({ message, range }) => ({ line: range.start.line, text: message }))
        },
      }
    },
    close: () => void server.kill(),
  }
}
