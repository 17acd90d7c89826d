import { relative, resolve, sep } from 'node:path'
import { stackFrames } from '@content-api/core/errors/stack-frames'
import type { ConfigMistake } from '@content-api/core/config/config-error'

interface SourcePosition {
  readonly file: string
  readonly line: number
  readonly column?: number
}

/** Describes why a configuration file can't be read or evaluated, with line and column if they are known. */
export function unreadableFile(project: string, file: string, error: unknown, text: string): ConfigMistake {
  if (!(error instanceof Error)) return { file, path: '', message: `can't be read: ${String(error)}` }
  const parsed = syntaxMistake(error) ?? jsonMistake(file, error, text)
  if (parsed) return { file: named(project, file, parsed.position), path: '', message: parsed.message }
  const message = `can't be read: ${error.message.trim()}`
  return { file: named(project, file, thrownAt(project, error)), path: '', message }
}

/** Returns the name of a file with its position, for example `content-api.config.ts:3:13`. */
function named(project: string, file: string, position: SourcePosition | undefined): string {
  if (!position) return file
  const path = position.file === '' ? file : relative(resolve(project), resolve(position.file)).split(sep).join('/')
  return position.column === undefined ? `${path}:${position.line}` : `${path}:${position.line}:${position.column}`
}

/** Reads the position from the message of jiti, which counts columns from 0. */
function syntaxMistake({
  message,
}: Error): { readonly message: string; readonly position: SourcePosition } | undefined {
  // Bounded input: the message of jiti about a file of the project, at the start.
  const [, text, file, line, column] = /^(?:\w*Error: )?(.+?)\.?\s*\n\s*(.+):(\d+):(\d+)\s*$/s.exec(message) ?? []
  if (text === undefined || file === undefined) return undefined
  return { message: `${text}.`, position: { file, line: Number(line), column: Number(column) + 1 } }
}

/** Describes a mistake in JSON with its position. Never contains text of the file, which may be a secret. */
function jsonMistake(file: string, error: Error, text: string) {
  if (!(error instanceof SyntaxError) || !file.endsWith('.json')) return undefined
  const before = text.slice(0, positionOf(error, text)).split('\n')
  // V8 names the position of a mistake, or shows the text around it.
  // Bounded input: V8 shows at most 40 characters of the text.
  const reason = error.message.replace(
    /(?: in JSON)? at position .*$|, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s,
    '',
  )
  const message = `${reason}. JSON has no comments, and no comma before a closing bracket.`
  return { message, position: { file: '', line: before.length, column: (before.at(-1) ?? '').length + 1 } }
}

function positionOf({ message }: SyntaxError, text: string): number {
  const [, position] = /at position (\d+)/.exec(message) ?? []
  if (position !== undefined) return Number(position)
  return isUnexpectedToken(message) ? unexpectedTokenIn(text) : text.length
}

const isUnexpectedToken = (message: string) => message.startsWith('Unexpected token')

/** Returns the position of the first character with which the text can't be the beginning of JSON. */
function unexpectedTokenIn(text: string): number {
  let [valid, invalid] = [0, text.length]
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2)
    if (isUnexpectedToken(messageOf(text.slice(0, middle)))) invalid = middle
    else valid = middle
  }
  return valid
}

function messageOf(json: string): string {
  try {
    JSON.parse(json)
    return ''
  } catch (error) {
    return (error as SyntaxError).message
  }
}

/**
 * Returns the file and line of the project that threw an error. The module loader changes the columns, so
 * they are left out.
 */
function thrownAt(project: string, { stack = '' }: Error): SourcePosition | undefined {
  for (const { file, line } of stackFrames(stack)) {
    const inside = relative(resolve(project), file)
    if (!inside.startsWith('..') && !inside.includes('node_modules')) return { file, line }
  }
  return undefined
}
