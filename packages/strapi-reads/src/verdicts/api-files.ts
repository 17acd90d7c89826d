import { type ContentType, kebabCase, type Registry } from '@content-api/model'
import type { SourceModule } from './source/source-module.js'

/** The actions of the generated routes that read. */
export type ReadAction = 'find' | 'findOne'

export const readActionsOf = ({ kind }: Pick<ContentType, 'kind'>): readonly ReadAction[] =>
  kind === 'singleType' ? ['find'] : ['find', 'findOne']

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
