import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { findConfigFile } from '../config/load.js'
import type { Logger } from '../log/logger.js'
import { replacedFiles, unreadFiles } from '../project/strapi-config.js'

const nameOf = (file: string) => basename(file, extname(file))

/** Files of the admin panel don't matter to a service without one; other code files belong to the project. */
function isUnread(file: string): boolean {
  if (extname(file) === '.json') return true
  const name = nameOf(file)
  return ['.js', '.ts'].includes(extname(file)) && name !== 'admin' && [...unreadFiles, ...replacedFiles].includes(name)
}

/** Files whose settings have no counterpart in this service's configuration, and what to do instead. */
const withoutCounterpart: Readonly<Record<string, string>> = {
  middleware: 'use middlewares of routes, or a proxy in front of the service',
  middlewares: 'use middlewares of routes, or a proxy in front of the service',
  'cron-tasks': 'run scheduled tasks by a scheduler of the system, against the API',
  functions: 'run scheduled tasks by a scheduler of the system, against the API',
}

/**
 * Warns of files of a Strapi 4 project that have no effect here. A project with a configuration of its own has replaced the others:
 * then only those are named that the configuration can't replace.
 */
export function warnOfUnreadConfig(project: string, logger: Logger): void {
  const folder = join(project, 'config')
  if (!existsSync(folder)) return
  const files = readdirSync(folder).filter(isUnread)
  if (findConfigFile(project) === undefined) warnOfDefaults(files, logger)
  else warnOfLosses(folder, files, logger)
}

function warnOfDefaults(files: readonly string[], logger: Logger): void {
  if (files.length === 0) return
  const names = files.map((file) => `config/${file}`).join(', ')
  logger.warn(
    `${names}: not read, and every setting has its default. Say what differs in content-api.config.js, which ends this warning.`,
  )
}

function warnOfLosses(folder: string, files: readonly string[], logger: Logger): void {
  for (const file of files) {
    const name = nameOf(file)
    const cron = name === 'server' && /\bcron\b/.test(readFileSync(join(folder, file), 'utf8'))
    const advice = cron ? withoutCounterpart['cron-tasks'] : withoutCounterpart[name]
    if (advice !== undefined) logger.warn(`config/${file}${cron ? ' (cron)' : ''}: has no effect here; ${advice}.`)
  }
}
