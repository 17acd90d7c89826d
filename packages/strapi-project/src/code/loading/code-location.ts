import { isAbsolute, relative, sep } from 'node:path'
import { stackFrames } from '@content-api/core/errors/stack-frames'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import type { Logger } from '@content-api/core/log/logger'

/** Returns the first project file in the stack of an error, such as `src/index.js:12`, or null. Skips dependencies. */
export function placeInProject(project: string, error: unknown): string | null {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  for (const { file, line } of stackFrames(stack)) {
    const inside = relative(project, file)
    if (!inside.startsWith('..') && !isAbsolute(inside) && !inside.split(sep).includes('node_modules')) {
      return `${inside.split(sep).join('/')}:${line}`
    }
  }
  return null
}

/** Runs project code. Adds file and line to the message of an ExtensionError. @throws every error of the code */
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

/**
 * Keeps the process running when project code fails outside of a request: in a promise that it doesn't await,
 * or in a timer. Both failures are logged. An exception of other code still ends the process, because the
 * state is then unknown.
 * @returns a function that removes the handlers
 */
export function surviveProjectCode(project: string, logger: Logger): () => void {
  const onRejection = (error: unknown) => {
    logger.error('A promise was rejected without a handler', { error })
  }
  const onException = (error: unknown) => {
    if (placeInProject(project, error) !== null) {
      logger.error('Project code failed outside of any request', { error })
      return
    }
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exit(1)
  }
  process.on('unhandledRejection', onRejection)
  process.on('uncaughtException', onException)
  return () => {
    process.off('unhandledRejection', onRejection)
    process.off('uncaughtException', onException)
  }
}
