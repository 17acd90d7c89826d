import type { Logger } from '../log/logger.js'
import { placeInProject } from './code-location.js'

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
