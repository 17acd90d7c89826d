import type { Config } from '../config/schema.js'
import { once } from 'node:events'
import type { DestinationStream, Logger as Pino } from 'pino'
import { onDemand } from '@content-api/engine/on-demand'
import { describeError, loggedText, type LogFields, withoutSecretMembers } from './without-secrets.js'

/** The log levels, the most severe first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof logLevels)[number]

/** Writes one line for each event. Secrets are removed. */
export interface Logger extends Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>> {
  readonly format: LogOptions['format']
  /** Returns whether events of this level are logged. Call it first if computing the fields of an event takes time. */
  isEnabled(level: LogLevel): boolean
  /** Opens the output now. Otherwise it is opened soon after the first line. */
  load(): Promise<void>
  /** Resolves when all lines are written. */
  flush(): Promise<void>
}

export interface LogOptions {
  /** The least severe level that is logged; `silent` logs nothing. */
  readonly level: LogLevel | 'silent'
  /** Lines of JSON for programs, or of text for people. */
  readonly format: 'json' | 'text'
  readonly to: 'stdout' | 'stderr'
  /** Whether other processes write to the same output. */
  readonly isShared?: boolean
}

/**
 * Returns the options, with defaults for those that the configuration leaves open. `serving` is true for a
 * server, which logs to standard output; other programs log to standard error.
 */
export function logOptions({ level, format }: Config['log'], serving: boolean): LogOptions {
  return {
    level: level ?? (serving ? 'info' : 'warn'),
    format: format ?? (process.env['NODE_ENV'] === 'production' ? 'json' : 'text'),
    to: serving ? 'stdout' : 'stderr',
  }
}

/**
 * Milliseconds that the first line waits before pino is loaded. Loading it takes longer than the start of a
 * small service.
 */
const loadAfter = 300
/** Lines are written together when they reach this size, or after this time. */
const batch = { bytes: 12_288, milliseconds: 100 }
/**
 * Bytes that one write to a pipe keeps together, so that lines of several processes don't mix (POSIX,
 * PIPE_BUF on Linux).
 */
const atomicWrite = 4_096
/** The greatest number of lines that wait until pino is loaded. More lines are dropped. */
const longestQueue = 10_000

type Line = readonly [level: LogLevel, time: string, fields: LogFields, message: string]

const none: LogFields = {}

const loadPino = onDemand('the log', () => import('pino'))

/** Creates a logger. pino is loaded after the first line. */
export function openLogger(options: LogOptions): Logger {
  const least = logLevels.indexOf(options.level as LogLevel)
  const isEnabled = (level: LogLevel) => logLevels.indexOf(level) <= least
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
      if (!isEnabled(level)) return
      const line: Line = [level, new Date().toISOString(), described(fields), loggedText(message)]
      if (writer) return writer.write(line)
      if (waiting.length < longestQueue) waiting.push(line)
      // A failure is reported by `/readyz`.
      timer ??= setTimeout(() => void loadOnce().catch(() => undefined), loadAfter).unref()
    }
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    isEnabled,
    format: options.format,
    load: loadOnce,
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
  const { pino } = await loadPino()
  const options = {
    level,
    base: { pid: process.pid },
    messageKey: 'message',
    // Each line has the time of its event.
    timestamp: false,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  if (format === 'text') {
    const stream = process[to]
    const people: DestinationStream = { write: (line) => void stream.write(textLine(JSON.parse(line) as LogRecord)) }
    return { write: writing(pino(options, people)), flush: () => drained(stream) }
  }
  // Asynchronous, so that a slow reader of the log doesn't delay responses. `flush` writes the rest before
  // the process ends.
  const dest = to === 'stdout' ? 1 : 2
  const shared = isShared ? { minLength: atomicWrite / 2, maxWrite: atomicWrite } : { minLength: batch.bytes }
  const destination = pino.destination({ dest, sync: false, contentMode: 'buffer', ...shared })
  // As bytes, which its types don't know: with strings, it measures all lines that it holds again at each line.
  const bytes: DestinationStream = { write: (line) => void destination.write(Buffer.from(line) as never) }
  const write = writing(pino(options, bytes))
  let timer: NodeJS.Timeout | undefined
  return {
    write(line) {
      write(line)
      timer ??= setTimeout(() => {
        timer = undefined
        destination.flush()
      }, batch.milliseconds).unref()
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

/** Returns whether fsync failed because the destination is not a file: pipes and terminals don't support it. */
const isNoFile = ({ code }: NodeJS.ErrnoException) => code === 'EINVAL' || code === 'ENOTSUP'

/** A logged event. Its fields are further properties. */
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

/** Formats a logged event for people: the time of day, the message, the fields and the stack of the error. */
function textLine({ level, time, message, error, pid: _, ...fields }: LogRecord): string {
  const label = level === 'info' ? '' : `${level}: `
  const details = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return `${time.slice(11, 19)} ${label}${message}${details.join('')}\n${error ? `${indent(stackOf(error))}\n` : ''}`
}

function stackOf({ type, message, stack, cause }: Described): string {
  const own = stack ?? `${type}: ${message}`
  return cause ? `${own}\nCaused by: ${stackOf(cause)}` : own
}

const indent = (text: string) => text.replaceAll(/^/gm, '  ')
