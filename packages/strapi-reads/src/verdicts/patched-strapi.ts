import { isRecord, readPackage } from '@content-api/model'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { NamedReason } from './plugin-reasons.js'

/** Returns the patches that a project applies to packages of Strapi, by patch-package, pnpm or Yarn. */
export function patchReasons(project: string): readonly NamedReason[] {
  const folder = join(project, 'patches')
  const files = (existsSync(folder) ? readdirSync(folder) : []).map((name) => `patches/${name}`)
  const patched = [...files.filter((name) => name.endsWith('.patch')), ...patchesInPackage(project)]
  return patched
    .filter((name) => name.includes('strapi'))
    .map((name) => {
      const message = `The patch ${name} may change how Strapi reads.`
      return {
        names: [name],
        reason: { kind: 'code', message, file: name.startsWith('patches/') ? name : 'package.json' },
      }
    })
}

function patchesInPackage(project: string): readonly string[] {
  const { resolutions, pnpm, dependencies } = readPackage(join(project, 'package.json'))
  const byPnpm = isRecord(pnpm) ? pnpm['patchedDependencies'] : undefined
  const byYarn = [resolutions, dependencies].flatMap((each) => Object.entries(isRecord(each) ? each : {}))
  return [
    ...Object.keys(isRecord(byPnpm) ? byPnpm : {}),
    ...byYarn.flatMap(([name, range]) => (String(range).startsWith('patch:') ? [name] : [])),
  ]
}
