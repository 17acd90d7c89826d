import { once } from 'node:events'
import type { DestinationStream, Logger as Pino } from 'pino'
import { type LogFields, type LogLevel, type LogOptions, type Logger, logLevels } from './logger.js'
import { withoutSecretMembers, withoutSecrets, describeError } from './without-secrets.js'

/** Milliseconds that the first line waits: what writes it takes longer to load than a small service to start. */
const loadAfter = 300
/** One write does for the lines of many requests: at so many bytes, or after so many milliseconds. */
const together = { bytes: 12_288, milliseconds: 100 }
/** Bytes that a pipe takes at once, so that lines of several processes don't mix (POSIX, PIPE_BUF on Linux). */
const atomicWrite = 4_096
/** Lines kept while they wait; more than that are not worth their memory. */
const longestQueue = 10_000

type Line = readonly [level: LogLevel, time: string, fields: LogFields, message: string]

const none: LogFields = {}

/** Begins with the first line that is written. */
export function openLogger(options: LogOptions): Logger {
  const least = logLevels.indexOf(options.level as LogLevel)
  const tells = (level: LogLevel) => logLevels.indexOf(level) <= least
  const waiting: Line[] = []
  let writer: Writer | undefined
  let loading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const load = async () => {
    writer = await openWriter(options)
    for (const line of waiting.splice(0)) writer.write(line)
  }
  const loadOnce = () => {
    clearTimeout(timer)
    return (loading ??= load())
  }
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = none) => {
      if (!tells(level)) return
      const line: Line = [level, new Date().toISOString(), described(fields), withoutSecrets(message)]
      if (writer) return writer.write(line)
      if (waiting.length < longestQueue) waiting.push(line)
      timer ??= setTimeout(() => void loadOnce(), loadAfter).unref()
    }
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    tells,
    format: options.format,
    async flush() {
      if (waiting.length > 0 || loading) await loadOnce()
      await writer?.flush()
    },
  }
}

interface Writer {
  write(line: Line): void
  flush(): Promise<void>
}

async function openWriter({ level, format, to, isShared = false }: LogOptions): Promise<Writer> {
  const { pino } = await import('pino')
  const options = {
    level,
    base: { pid: process.pid },
    messageKey: 'message',
    // The time when it happened, which each line brings along.
    timestamp: false,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  if (format === 'text') {
    const stream = process[to]
    const people: DestinationStream = { write: (line) => void stream.write(textLine(JSON.parse(line) as LogRecord)) }
    return { write: writing(pino(options, people)), flush: () => drained(stream) }
  }
  // Not waited for: a reader of the log that is slow must not hold up answers. What ends the process writes the rest.
  const dest = to === 'stdout' ? 1 : 2
  const shared = isShared ? { minLength: atomicWrite / 2, maxWrite: atomicWrite } : { minLength: together.bytes }
  const destination = pino.destination({ dest, sync: false, ...shared })
  const write = writing(pino(options, destination))
  let timer: NodeJS.Timeout | undefined
  return {
    write(line) {
      write(line)
      timer ??= setTimeout(() => {
        timer = undefined
        destination.flush()
      }, together.milliseconds).unref()
    },
    flush: () =>
      new Promise((resolve, reject) =>
        destination.flush((error) => (error && !isNoFile(error) ? reject(error) : resolve())),
      ),
  }
}

const writing =
  (pino: Pino) =>
  ([level, time, fields, message]: Line): void =>
    pino[level]({ time, ...fields }, message)

function described(fields: LogFields): LogFields {
  if (!('error' in fields)) return withoutSecretMembers(fields)
  const { error, ...others } = fields
  return { ...withoutSecretMembers(others), ...(error !== undefined && { error: describeError(error) }) }
}

async function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableNeedDrain) await once(stream, 'drain')
}

/** What was written is then to be put on the disk, which pipes and terminals refuse. */
const isNoFile = ({ code }: NodeJS.ErrnoException) => code === 'EINVAL' || code === 'ENOTSUP'

/** An event as it is logged: its fields beside these. */
interface LogRecord extends Readonly<Record<string, unknown>> {
  readonly level: string
  /** ISO 8601. */
  readonly time: string
  readonly message: string
}

interface Described {
  readonly type?: string
  readonly message?: string
  readonly stack?: string
  readonly cause?: Described
}

/** A logged event for people to read: the time of day, what happened, and the stack of what was thrown. */
function textLine({ level, time, message, error, pid: _, ...fields }: LogRecord): string {
  const label = level === 'info' ? '' : `${level}: `
  const details = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return `${time.slice(11, 19)} ${label}${message}${details.join('')}\n${error ? `${indent(stackOf(error))}\n` : ''}`
}

function stackOf({ type, message, stack, cause }: Described): string {
  const own = stack ?? `${type}: ${message}`
  return cause ? `${own}\nbecause of ${stackOf(cause)}` : own
}

const indent = (text: string) => text.replaceAll(/^/gm, '  ')
