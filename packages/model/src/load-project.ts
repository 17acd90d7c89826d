import type { Dirent } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { types } from 'node:util'
import { type SchemaSources, resolveSources } from './create-registry.js'
import { ProblemList, warnings } from './problem.js'
import { readRegisteredFields } from './registered-fields.js'
import { readConfiguredFields, readPrivateAttributes } from './written-config.js'
import type { Registry } from './registry.js'
import type { ComponentFile, ContentTypeFile } from './schema-file.js'
import { locateComponent, locateContentType } from './schema-location.js'

interface SchemaText {
  /** Relative to the project, with `/` on every operating system. */
  readonly path: string
  /** `undefined` when the file isn't there. */
  readonly text: string | undefined
}

export type LoadOptions = Pick<
  SchemaSources,
  'changedTypes' | 'components' | 'customFields' | 'pluginTypes' | 'privateAttributes'
>

/**
 * Reads the schema files of a project in the folder layout of Strapi 4:
 * `src/api/<api>/content-types/<type>/schema.json`, `src/components/<category>/<name>.json` and, for built-in
 * types, `src/extensions/<plugin>/content-types/<type>/schema.json`.
 *
 * @throws {ModelError} with every mistake found, also when `directory` has no `src/api`.
 */
export async function loadProject(directory: string, options: LoadOptions = {}): Promise<Registry> {
  const problems = new ProblemList()
  const [apis, extensions, components] = await Promise.all([
    readContentTypeFolders(directory, 'src/api'),
    readContentTypeFolders(directory, 'src/extensions'),
    readComponentFolders(directory, { known: options.components ?? {}, problems }),
  ])
  await warnOfLifecycles(directory, extensions ?? [], problems)
  if (apis === undefined) {
    // A project without content types starts in Strapi. A folder without `src` is probably the wrong folder.
    const kind = (await list(join(directory, 'src'))) === undefined ? 'mistake' : 'warning'
    const message = `is missing in ${directory}: content types belong in src/api/<api>/content-types/<type>/schema.json.`
    problems.for('src/api')([], message, undefined, kind)
  }
  const contentTypeFiles = [...(apis ?? []), ...(extensions ?? [])]
  const unreadable = new Set<string>()
  const { pluginTypes, changedTypes, customFields: configured } = options
  const isChanged = ({ path }: SchemaText) => Object.hasOwn(changedTypes ?? {}, locateContentType(path)?.uid ?? '')
  const written = contentTypeFiles.filter((file) => file.text !== undefined || !isChanged(file))
  const contentTypes = await parseAll(written, problems, unreadable)
  const componentSources = await parseAll(components, problems, unreadable)
  const files = [...contentTypeFiles, ...components]
  const isByCode = pluginTypes !== undefined || changedTypes !== undefined
  const usesCustomFields = isByCode || files.some(({ text }) => text?.includes('"customField"'))
  const customFields = usesCustomFields
    ? { ...(await readRegisteredFields(directory)), ...(configured ?? (await readConfiguredFields(directory))) }
    : {}
  return resolveSources(
    {
      contentTypes: contentTypes as Readonly<Record<string, ContentTypeFile>>,
      components: { ...options.components, ...(componentSources as Readonly<Record<string, ComponentFile>>) },
      customFields,
      ...(pluginTypes && { pluginTypes }),
      ...(changedTypes && { changedTypes }),
      privateAttributes: options.privateAttributes ?? (await readPrivateAttributes(directory)),
    },
    problems,
    unreadable,
  )
}

/** Reads `<root>/<owner>/content-types/<type>/schema.json`. Returns undefined when the root doesn't exist. */
async function readContentTypeFolders(project: string, root: string): Promise<readonly SchemaText[] | undefined> {
  const owners = await list(join(project, root))
  const found = owners?.filter(isFolder).map(async ({ name: owner }) => {
    const folder = `${root}/${owner}/content-types`
    const types = (await list(join(project, folder))) ?? []
    return Promise.all(types.filter(isFolder).map(({ name }) => read(project, `${folder}/${name}/schema.json`)))
  })
  return found && (await Promise.all(found)).flat()
}

const isExtension = (path: string) => path.startsWith('src/extensions/')

/** Warns of `lifecycles` files of built-in types, which Strapi 4 never runs. */
async function warnOfLifecycles(
  project: string,
  extensions: readonly SchemaText[],
  problems: ProblemList,
): Promise<void> {
  for (const { path } of extensions) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    const uid = locateContentType(path)?.uid
    for (const { name } of (await list(join(project, folder))) ?? []) {
      if (!/^lifecycles\.[cm]?[jt]s$/.test(name)) continue
      const call = `strapi.db.lifecycles.subscribe({ models: ['${uid}'], … })`
      const message = `never runs, as in Strapi 4. Call ${call} in \`bootstrap\` of src/index instead.`
      problems.for(`${folder}/${name}`)([], message, undefined, 'warning')
    }
  }
}

interface ComponentReading {
  /** Components that the caller passes, by uid. */
  readonly known: Readonly<Record<string, ComponentFile>>
  readonly problems: ProblemList
}

/** Reads `src/components/<category>/<name>.json`. */
async function readComponentFolders(
  project: string,
  { known, problems }: ComponentReading,
): Promise<readonly SchemaText[]> {
  const root = 'src/components'
  const categories = (await list(join(project, root))) ?? []
  const found = categories.filter(isFolder).map(async ({ name: category }) => {
    const files = (await list(join(project, root, category))) ?? []
    for (const { name } of files.filter(isProgram)) {
      if (Object.hasOwn(known, `${category}.${parse(name).name}`)) continue
      const report = warnings(problems.for(`${root}/${category}/${name}`))
      report([], 'is a program: components are read only from .json files. It has no effect.')
    }
    return Promise.all(files.filter(isComponentFile).map(({ name }) => read(project, `${root}/${category}/${name}`)))
  })
  return (await Promise.all(found)).flat()
}

/** Returns the entries of a folder sorted by name, so that the order is the same on every machine. */
async function list(folder: string): Promise<readonly Dirent[] | undefined> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function read(project: string, path: string): Promise<SchemaText> {
  try {
    return { path, text: await readFile(join(project, path), 'utf8') }
  } catch (error) {
    if (isMissing(error)) return { path, text: undefined }
    throw error
  }
}

async function parseAll(
  files: readonly SchemaText[],
  problems: ProblemList,
  unreadable: Set<string>,
): Promise<Readonly<Record<string, unknown>>> {
  const parsed: Record<string, unknown> = {}
  for (const { path, text } of files) {
    // Some editors write a byte order mark.
    const content = text?.replace(/^\uFEFF/, '')
    try {
      if (content === undefined) {
        if (isExtension(path)) {
          // Strapi 4 starts without it.
          problems.for(path)([], 'is missing, so the folder has no effect.', undefined, 'warning')
          continue
        }
        problems.for(path)([], 'is missing: the folder of a content type holds its schema.json.')
      } else parsed[path] = JSON.parse(content)
    } catch {
      problems.for(path)([], await describeJsonError(content ?? ''))
    }
    if (!Object.hasOwn(parsed, path)) unreadable.add((locateContentType(path) ?? locateComponent(path))?.uid ?? path)
  }
  return parsed
}

function isFolder(entry: Dirent): boolean {
  return (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.')
}

function isComponentFile({ name }: Dirent): boolean {
  return name.endsWith('.json') && !name.startsWith('.')
}

function isProgram({ name }: Dirent): boolean {
  return /\.[cm]?[jt]s$/.test(name)
}

/** Checks the code instead of the class: in jest, errors of Node aren't instances of the `Error` of the module. */
function isMissing(error: unknown): boolean {
  return types.isNativeError(error) && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** Returns why a string is not valid JSON, with line and column. The parser is loaded only for invalid files. */
async function describeJsonError(text: string): Promise<string> {
  const { parse, printParseErrorCode } = await import('jsonc-parser')
  const errors: Parameters<typeof parse>[1] = []
  parse(text, errors, { disallowComments: true, allowTrailingComma: false })
  const first = errors[0]
  if (first === undefined) return 'is not valid JSON.'
  const before = text.slice(0, first.offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return `is not valid JSON at line ${before.length}, column ${column}: ${words(printParseErrorCode(first.error))}.`
}

/** Returns "property name expected" for `PropertyNameExpected`. */
function words(code: string): string {
  return code.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase()
}
