import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { findConfigFile } from '../config/load.js'
import { type Finding, isSilenced } from './finding.js'
import { lineAt, sourceText } from './source-text.js'
import { replacedFiles, unreadFiles } from './strapi-config.js'

const nameOf = (file: string) => basename(file, extname(file))

/** Returns whether the service ignores a configuration file of Strapi 4. Files of the admin panel don't count. */
function isUnread(file: string): boolean {
  if (extname(file) === '.json') return true
  const name = nameOf(file)
  return ['.js', '.ts'].includes(extname(file)) && name !== 'admin' && [...unreadFiles, ...replacedFiles].includes(name)
}

const byScheduler = 'run scheduled tasks with a scheduler of the operating system that calls the API'

/** Files whose settings have no counterpart in the configuration of this service, each with a replacement. */
const withoutCounterpart: Readonly<Record<string, string>> = {
  middleware: 'use middlewares of routes, or a proxy in front of the service',
  middlewares: 'use middlewares of routes, or a proxy in front of the service',
  'cron-tasks': byScheduler,
  functions: byScheduler,
}

const defaults =
  'not read, so every setting has its default. Set other values in content-api.config.js, which ends this warning'

/**
 * Finds the files of `config/` that have no effect here. If the project has a `content-api.config` file, it
 * only reports files without a counterpart there, and `cron` in `config/server`.
 */
export function checkConfigFiles(project: string, allowed: readonly string[]): Finding[] {
  const folder = join(project, 'config')
  if (!existsSync(folder)) return []
  const replaced = findConfigFile(project) !== undefined
  return readdirSync(folder)
    .filter(isUnread)
    .flatMap((name): Finding[] => {
      const source = readFileSync(join(folder, name), 'utf8')
      const finding = replaced ? lossOf(name, source) : { line: null, message: `${defaults}.` }
      if (!finding) return []
      const found: Finding = { level: 'skipped', file: `config/${name}`, subject: `config/${nameOf(name)}`, ...finding }
      return isSilenced(found, source, allowed) ? [] : [found]
    })
}

function lossOf(file: string, source: string): Pick<Finding, 'line' | 'message'> | null {
  const name = nameOf(file)
  const advice = withoutCounterpart[name]
  if (advice !== undefined) return { line: null, message: `has no effect here; ${advice}.` }
  const cron = name === 'server' ? /\bcron\b/.exec(sourceText(source).text) : null
  if (!cron) return null
  return { line: lineAt(source, cron.index), message: `cron has no effect here; ${byScheduler}.` }
}

/** Returns the findings as lines. Findings with the same message share a line. */
export function summarised(findings: readonly Finding[]): string[] {
  const files = new Map<string, string[]>()
  for (const { file, line, message } of findings) {
    const place = line === null ? file : `${file}:${line}`
    files.set(message, [...(files.get(message) ?? []), place])
  }
  return [...files].map(([message, places]) => `${places.join(', ')}: ${message}`)
}
