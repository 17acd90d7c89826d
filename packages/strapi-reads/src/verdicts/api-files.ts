import { type ContentType, kebabCase, type Registry } from '@content-api/model'
import type { CoreAction } from '@content-api/project-files/code/core-actions'
import type { SourceModule } from './source/source-module.js'

/** Returns the actions of the generated routes of a type. */
export type ActionsOf = (type: Pick<ContentType, 'kind'>) => readonly CoreAction[]

/** Returns those that read. */
export const readActionsOf: ActionsOf = ({ kind }) => (kind === 'singleType' ? ['find'] : ['find', 'findOne'])

/** Returns the content types of the project itself. */
export const ownTypes = ({ contentTypes }: Registry): readonly ContentType[] =>
  [...contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))

/** A file in a folder of an API, such as `src/api/article/controllers/article.js`. */
export interface ApiSource {
  readonly module: SourceModule
  readonly api: string
  readonly name: string
}

/** Strapi loads no other extensions; TypeScript is compiled to `.js`. */
const files = /^src\/api\/([^/]+)\/(controllers|services|routes)\/([^/]+)\.(?:js|ts|json)$/

/** Returns the files in one of the folders of each API. */
export function apiSources(
  modules: readonly SourceModule[],
  part: 'controllers' | 'services' | 'routes',
): readonly ApiSource[] {
  return modules.flatMap((module): ApiSource[] => {
    const [, api = '', folder, name = ''] = files.exec(module.file) ?? []
    return folder === part ? [{ module, api: kebabCase(api), name: kebabCase(name) }] : []
  })
}
