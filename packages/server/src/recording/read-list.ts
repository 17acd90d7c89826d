import { readFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { isRecord, listed } from '@content-api/model'
import { createModuleLoader } from '@content-api/project-files/project-modules'
import type { RecordedRequest, RecordedRequests } from './recording.js'

/**
 * Reads a list of requests: a JSON file, or a module whose exports or default export it is.
 * @throws Error with each mistake
 */
export async function readList(file: string): Promise<RecordedRequests> {
  const list = await readModule(file)
  if (!isRecord(list) || Object.keys(list).length === 0) {
    throw new Error(`${file} must export requests by name, such as: export const articles = '/api/articles'`)
  }
  const mistakes = Object.entries(list).flatMap(([name, request]) => mistakesIn(name, request))
  if (mistakes.length > 0) throw new Error([`${file}:`, ...mistakes.map((each) => `  ${each}`)].join('\n'))
  return list as Record<string, RecordedRequest>
}

/** @param virtualModules modules by name; imports of these names resolve to them */
export async function readModule(
  file: string,
  virtualModules: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  if (extname(file) === '.json') return JSON.parse(await readFile(file, 'utf8')) as unknown
  const loader = await createModuleLoader(dirname(file), virtualModules)
  return loader.load(file)
}

const keys = { path: ['path', 'query'], graphql: ['graphql', 'variables', 'path'] }

function mistakesIn(name: string, request: unknown): string[] {
  const mistake = (text: string) => [`"${name}" ${text}`]
  if (typeof request === 'function') return []
  const path = typeof request === 'string' ? request : isRecord(request) ? (request['path'] ?? '/graphql') : null
  if (path === null || (isRecord(request) && !('path' in request) && typeof request['graphql'] !== 'string')) {
    return mistake('must be a path, { path, query }, { graphql, variables } or a function.')
  }
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//')) {
    return mistake(`must have a path that starts with "/", such as "/api/articles", but has ${JSON.stringify(path)}.`)
  }
  const known = typeof request === 'string' || 'graphql' in Object(request) ? keys.graphql : keys.path
  const unknown = isRecord(request) ? Object.keys(request).filter((key) => !known.includes(key)) : []
  return unknown.flatMap((key) => mistake(`has the unknown key "${key}". Known are ${listed(known)}.`))
}
