import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigMistake } from '@content-api/core/config/config-error'
import { type Finding, isSilenced } from './finding.js'

/**
 * Finds the parts of `config/` that have no effect here.
 * @param warnings the settings without an effect that were found when the configuration was loaded
 */
export function checkConfigFiles(
  project: string,
  warnings: readonly ConfigMistake[],
  allowed: readonly string[],
): Finding[] {
  const findings = [...warnings.map(findingOf), ...findUnread(project)]
  return findings.filter((finding) => {
    const file = join(project, finding.file)
    return !isSilenced(finding, existsSync(file) ? readFileSync(file, 'utf8') : '', allowed)
  })
}

function findingOf({ file, path, message }: ConfigMistake): Finding {
  const [, name = file, line] = /^(.+?)(?::(\d+))?(?::\d+)?$/.exec(file) ?? []
  return {
    level: 'skipped',
    file: name,
    line: line === undefined ? null : Number(line),
    subject: path === '' ? name.replace(/\.\w+$/, '') : path,
    message: path === '' ? message : `${path} ${message}`,
  }
}

/** Files of `config/` that the server doesn't read. Strapi 4 doesn't read `functions` either. */
const unread: Readonly<Record<string, string>> = {
  functions: 'has no effect here; Strapi 4 reads `cron.tasks` of config/server instead.',
  logger: 'has no effect here. Set `log.level` and `log.format` in content-api.config.',
}

function findUnread(project: string): Finding[] {
  return Object.entries(unread).flatMap(([name, message]) =>
    [`config/${name}.js`, `config/${name}.ts`]
      .filter((file) => existsSync(join(project, file)))
      .map((file) => ({ level: 'skipped', file, subject: `config/${name}`, line: null, message })),
  )
}

/** A line names at most this many places of a finding. */
const mostPlaces = 10

/** Returns the findings as lines. Findings with the same message share a line. */
export function summarised(findings: readonly Finding[]): string[] {
  const files = new Map<string, string[]>()
  for (const { file, line, message } of findings) {
    const place = line === null ? file : `${file}:${line}`
    files.set(message, [...(files.get(message) ?? []), place])
  }
  return [...files].map(([message, places]) => {
    const more = places.length - mostPlaces
    return `${places.slice(0, mostPlaces).join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${message}`
  })
}
