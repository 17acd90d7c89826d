/** An event as it is logged: its fields beside these. */
export interface LogRecord extends Readonly<Record<string, unknown>> {
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
export function textLine({ level, time, message, error, pid: _, ...fields }: LogRecord): string {
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
