import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type SourceModule, sourceModule } from './source/source-module.js'
import { foldersIn } from '@content-api/project-files/code/folders'
import { readSources } from '@content-api/project-files/code/source-files'

/** Reads the code of a project, without that of local plugins: a plugin counts as a whole. */
export function projectModules(project: string): readonly SourceModule[] {
  const code = readSources(project).filter(({ file }) => !file.startsWith('src/plugins/'))
  return [...code, ...jsonRoutes(project)].map(sourceModule)
}

/** Strapi reads routes in JSON, too. */
function jsonRoutes(project: string) {
  const apis = join(project, 'src', 'api')
  return foldersIn(apis).flatMap((api) => {
    const folder = join(apis, api, 'routes')
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
    return names.map((name) => {
      const path = join(folder, name)
      return { file: relative(project, path).split(sep).join('/'), source: readFileSync(path, 'utf8') }
    })
  })
}
