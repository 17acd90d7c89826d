import { relative, resolve, sep } from 'node:path'
import type { ConfigMistake } from './config-error.js'

interface Place {
  readonly file: string
  readonly line: number
  readonly column?: number
}

/** What is wrong with a configuration file that can't be read or evaluated, with its line and column where they are known. */
export function unreadableFile(project: string, file: string, error: unknown, text: string): ConfigMistake {
  if (!(error instanceof Error)) return { file, path: '', message: `can't be read: ${String(error)}` }
  const parsed = syntaxMistake(error) ?? jsonMistake(file, error, text)
  if (parsed) return { file: named(project, file, parsed.place), path: '', message: parsed.message }
  const message = `can't be read: ${error.message.trim()}`
  return { file: named(project, file, thrownAt(project, error)), path: '', message }
}

/** For example `content-api.config.ts:3:13`. */
function named(project: string, file: string, place: Place | undefined): string {
  if (!place) return file
  const path = place.file === '' ? file : relative(resolve(project), resolve(place.file)).split(sep).join('/')
  return place.column === undefined ? `${path}:${place.line}` : `${path}:${place.line}:${place.column}`
}

/** jiti gives the place in its message, the column counted from 0. */
function syntaxMistake({ message }: Error): { readonly message: string; readonly place: Place } | undefined {
  const [, text, file, line, column] = /^(?:\w*Error: )?(.+?)\.?\s*\n\s*(.+):(\d+):(\d+)\s*$/s.exec(message) ?? []
  if (text === undefined || file === undefined) return undefined
  return { message: `${text}.`, place: { file, line: Number(line), column: Number(column) + 1 } }
}

/** V8 gives a position; where the text ends too early it gives none. */
function jsonMistake(file: string, error: Error, text: string) {
  if (!(error instanceof SyntaxError) || !file.endsWith('.json')) return undefined
  const [, position] = /at position (\d+)/.exec(error.message) ?? []
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n')
  const reason = error.message.replace(/( in JSON)? at position .*$/s, '')
  const message = `${reason}. JSON has no comments, and no comma before a closing bracket.`
  return { message, place: { file: '', line: before.length, column: (before.at(-1) ?? '').length + 1 } }
}

/** Where code of the project threw. What evaluates it adds text before its first line, so that columns are wrong. */
function thrownAt(project: string, { stack = '' }: Error): Place | undefined {
  const frames = [...stack.matchAll(/(?:\(|at )(?:file:\/\/)?((?:\/|[A-Za-z]:)[^\n()]*?):(\d+):\d+\)?$/gm)]
  for (const [, file = '', line] of frames) {
    const inside = relative(resolve(project), file)
    if (!inside.startsWith('..') && !inside.includes('node_modules')) {
      return { file, line: Number(line) }
    }
  }
  return undefined
}
