import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ModuleOptions } from '../options.js'

/**
 * Returns the declarations of the content types, and their registration with the module. If the source can't
 * be read, such as a service that isn't running, it warns and returns the declarations of the last time.
 */
export async function contentTypesCode(
  options: ModuleOptions,
  { rootDir, buildDir }: { readonly rootDir: string; readonly buildDir: string },
): Promise<string> {
  const { types, api = 'strapi4', auth = 'token' } = options
  const kinds = [`api: '${api}'`, `auth: ${auth === false ? 'false' : `'${auth}'`}`]
  if (types === undefined) return register(['export {}'], kinds)
  try {
    // Loaded here: code generation needs @content-api/model, which applications install for development only.
    const { printContentModel, readContentModel } = await import('@content-api/sdk/content-types')
    const project = types.project === undefined ? undefined : resolve(rootDir, types.project)
    const model = await readContentModel({ ...types, api: types.api ?? api, project })
    return register([printContentModel(model)], ['contentTypes: ContentTypes', ...kinds])
  } catch (error) {
    process.emitWarning(`The content types were not generated: ${(error as Error).message}`, '@content-api/nuxt')
    const before = await readFile(join(buildDir, 'types/content-api.d.ts'), 'utf8').catch(() => undefined)
    return before ?? register(['export {}'], kinds)
  }
}

function register(declarations: readonly string[], members: readonly string[]): string {
  return [
    ...declarations,
    "declare module '@content-api/nuxt' {",
    '  interface Register {',
    ...members.map((member) => `    ${member}`),
    '  }',
    '}',
    '',
  ].join('\n')
}
