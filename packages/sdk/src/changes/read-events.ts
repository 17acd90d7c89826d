import { NetworkError } from '../errors/network-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'

/** The maximum number of characters of an event. */
const LONGEST_EVENT = 1_000_000

/** An event of a stream of Server-Sent Events, or a position without an event, whose `data` is empty. */
export interface StreamEvent {
  readonly event: string
  readonly data: string
  /** The last id that the stream has sent. */
  readonly id: string | undefined
  /** The wait before a new connection that the stream requests, in milliseconds. */
  readonly retry: number | undefined
}

/** A stream of events. Comments keep it from being idle. */
export interface EventReader {
  /** Returns the next event; undefined at the end. Throws a {@link NetworkError} if nothing arrives in time. */
  readonly next: () => Promise<StreamEvent | undefined>
  /** Closes the connection. A waiting `next` returns undefined. */
  readonly close: () => void
}

/** Reads Server-Sent Events (HTML Standard §9.2). @param idle milliseconds without any byte that end the stream */
export function readEvents(body: ReadableStream<Uint8Array>, idle: number): EventReader {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let data: string[] = []
  let event = ''
  let id: string | undefined
  let retry: number | undefined
  let hasNews = false

  /** Reads a line. Returns an event at the empty line after it. */
  function readLine(line: string): StreamEvent | undefined {
    if (line === '') {
      const complete = hasNews ? { event: event || 'message', data: data.join('\n'), id, retry } : undefined
      data = []
      event = ''
      hasNews = false
      return complete
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === 'data') data.push(value)
    if (name === 'event') event = value
    if (name === 'id' && !value.includes('\0')) id = value
    if (name === 'retry' && /^\d+$/.test(value)) retry = Number(value)
    hasNews ||= name === 'data' || name === 'id'
    return undefined
  }

  /** Returns the first complete event of the text, and removes it. */
  function takeEvent(): StreamEvent | undefined {
    let complete: StreamEvent | undefined
    let end = endOfLine(text)
    while (end && !complete) {
      complete = readLine(text.slice(0, end.at))
      text = text.slice(end.next)
      end = endOfLine(text)
    }
    return complete
  }

  async function read(): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NetworkError(`The stream of changes was silent for ${idle} ms`)), idle)
    })
    try {
      const { done, value } = await Promise.race([reader.read(), silence])
      if (done) return false
      text += decoder.decode(value, { stream: true })
      return true
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async next() {
      for (;;) {
        const complete = takeEvent()
        if (complete) return complete
        if (text.length + data.join('').length > LONGEST_EVENT) {
          throw new ResponseShapeError(`The stream of changes has an event of over ${LONGEST_EVENT} characters`)
        }
        if (!(await read())) return undefined
      }
    },
    close: () => void reader.cancel().catch(() => undefined),
  }
}

/** Returns where the first line ends and the next one begins. A `\r` at the end may be the half of `\r\n`. */
function endOfLine(text: string): { readonly at: number; readonly next: number } | undefined {
  const at = text.search(/[\r\n]/)
  if (at < 0 || (text[at] === '\r' && at + 1 === text.length)) return undefined
  return { at, next: text.startsWith('\r\n', at) ? at + 2 : at + 1 }
}
