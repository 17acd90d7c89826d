import { isAbsolute, relative, sep } from 'node:path'
import { ExtensionError } from './extension-error.js'

/** The first file of the project, its dependencies aside, on the way to an error, as `src/index.js:12`; null for none. */
export function placeInProject(project: string, error: unknown): string | null {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frames = stack.matchAll(/(?:\(|at )(?:file:\/\/)?((?:\/|[A-Za-z]:)[^\n()]*?)(?:\?[^\n:()]*)?:(\d+):\d+\)?$/gm)
  for (const [, file = '', line = ''] of frames) {
    const inside = relative(project, file)
    if (!inside.startsWith('..') && !isAbsolute(inside) && !inside.split(sep).includes('node_modules')) {
      return `${inside.split(sep).join('/')}:${line}`
    }
  }
  return null
}

/** Runs code of a project; a mistake in it is reported with its file and line. @throws whatever the work throws */
export async function locating<Result>(project: string | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const place = project === undefined ? null : placeInProject(project, error)
    if (error instanceof ExtensionError && place !== null && !error.message.includes(place.replace(/:\d+$/, ''))) {
      error.message = `${place}: ${error.message}`
    }
    throw error
  }
}
