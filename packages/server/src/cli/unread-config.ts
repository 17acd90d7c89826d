import { existsSync, readdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { findConfigFile } from '../config/load.js'
import type { Logger } from '../log/logger.js'
import { replacedFiles, unreadFiles } from '../project/strapi-config.js'

/** Those of the admin panel have nothing to say to a service without one; code of the project's own is read for its code. */
function isUnread(file: string): boolean {
  const name = basename(file, extname(file))
  if (extname(file) === '.json') return true
  return ['.js', '.ts'].includes(extname(file)) && name !== 'admin' && [...unreadFiles, ...replacedFiles].includes(name)
}

/**
 * Says which files of a Strapi 4 project set something there and nothing here. A project with a configuration of its own has
 * said what it wants.
 */
export function warnOfUnreadConfig(project: string, logger: Logger): void {
  const folder = join(project, 'config')
  if (findConfigFile(project) !== undefined || !existsSync(folder)) return
  const files = readdirSync(folder).filter(isUnread)
  if (files.length === 0) return
  const names = files.map((file) => `config/${file}`).join(', ')
  logger.warn(
    `${names}: not read, and every setting has its default. Say what differs in content-api.config.js, which ends this warning.`,
  )
}
