import type { Logger } from '../log/logger.js'
import { placeInProject } from './code-location.js'

/**
 * Keeps the process going when code of the project fails where nobody waits for it: in a promise that it didn't await, or in a
 * timer of its own. Both are logged. An exception from elsewhere ends the process as ever: nobody knows what it left behind.
 * @returns what takes this back
 */
export function surviveProjectCode(project: string, logger: Logger): () => void {
  const onRejection = (error: unknown) => {
    logger.error('A promise was rejected that nobody waits for', { error })
  }
  const onException = (error: unknown) => {
    if (placeInProject(project, error) !== null) {
      logger.error('Code of the project failed outside of any request', { error })
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
