import type { Logger } from '../log/logger.js'
import { checkConfigFiles, summarised } from '../project/check-config.js'

/** Warns of files of a Strapi 4 project that have no effect here, unless they are allowed. */
export function warnOfUnreadConfig(project: string, logger: Logger, allowed: readonly string[] = []): void {
  for (const warning of summarised(checkConfigFiles(project, allowed))) logger.warn(warning)
}
