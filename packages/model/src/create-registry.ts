import { builtinContentTypes } from './builtin/content-types.js'
import { checkExtension, extendBuiltin } from './builtin/extend.js'
import { checkModel } from './checks/check-model.js'
import type { Draft, DraftModel } from './checks/draft-model.js'
import { closest } from './closest.js'
import type { Component, ContentType } from './content-type.js'
import { parseComponent } from './parse/parse-component.js'
import { type ParsedContentType, parseContentType } from './parse/parse-content-type.js'
import { isRecord } from './parse/read-keys.js'
import { ProblemList, type Report, quote } from './problem.js'
import type { Registry } from './registry.js'
import type { ComponentFile, ContentTypeFile, ExtensionFile } from './schema-file.js'
import { contentTypePath, locateComponent, locateContentType } from './schema-location.js'

export interface SchemaSources {
  /**
   * Schema files by uid (`api::article.article`) or by their path in a project
   * (`src/api/article/content-types/article/schema.json`); the key is the `file` of a problem. A plugin's uid extends
   * the built-in type of that name.
   */
  readonly contentTypes?: Readonly<Record<string, ContentTypeFile | ExtensionFile>>
  /** Component files by uid (`shared.seo`) or by their path in a project (`src/components/shared/seo.json`). */
  readonly components?: Readonly<Record<string, ComponentFile>>
}

/**
 * Checks schemas and resolves them to a registry, the built-in content types included.
 *
 * @throws {ModelError} with every mistake found.
 */
export function createRegistry(sources: SchemaSources): Registry {
  return resolveSources(sources, new ProblemList())
}

/** As {@link createRegistry}, adding to problems found before; `unreadable` names uids whose files couldn't be read. */
export function resolveSources(
  sources: SchemaSources,
  problems: ProblemList,
  unreadable: ReadonlySet<string> = new Set(),
): Registry {
  const model: DraftModel = {
    contentTypes: readContentTypes(sources.contentTypes ?? {}, problems),
    components: readComponents(sources.components ?? {}, problems),
    unreadable,
  }
  checkModel(model, (file) => problems.for(file))
  problems.throwIfAny()
  return freezeRegistry(model)
}

function readContentTypes(files: Readonly<Record<string, unknown>>, problems: ProblemList): DraftModel['contentTypes'] {
  const drafts = new Map<string, Draft<ContentType>>()
  for (const [file, content] of Object.entries(files)) {
    const report = problems.for(file)
    const location = locateContentType(file)
    if (location === undefined) {
      report([], 'is neither a uid such as "api::article.article" nor the path of a schema.json in a project.')
    } else if (drafts.has(location.uid)) {
      report([], `defines ${location.uid} again, after ${quote(drafts.get(location.uid)?.file)}.`)
    } else if (location.extension && !builtinContentTypes.has(location.uid)) {
      const suggestion = closest(location.uid, builtinContentTypes.keys())
      report([], `extends ${location.uid}, which is no built-in content type.`, suggestion)
    } else if (!isRecord(content)) {
      report([], `must be an object, but is ${quote(content)}.`)
    } else {
      const builtin = location.extension ? readBuiltin(location.uid) : undefined
      const merged = builtin ? extendBuiltin(builtin.file, content) : content
      const parsed = parseContentType(merged, location, report)
      if (builtin) checkExtension(builtin.parsed.schema, parsed.schema, report)
      drafts.set(location.uid, { file, ...parsed })
    }
  }
  for (const uid of builtinContentTypes.keys()) {
    const builtin = drafts.has(uid) ? undefined : readBuiltin(uid)
    if (builtin) drafts.set(uid, { file: builtin.path, ...builtin.parsed })
  }
  return drafts
}

function readBuiltin(uid: string) {
  const file = builtinContentTypes.get(uid)
  const location = locateContentType(uid)
  if (file === undefined || location === undefined) return undefined
  const wrong: Report = (path, message) => {
    throw new Error(`The built-in ${uid} is wrong at ${path.join('.')}: ${message}`)
  }
  const parsed: ParsedContentType = parseContentType({ ...file }, location, wrong)
  return { file, parsed, path: contentTypePath(location) }
}

function readComponents(files: Readonly<Record<string, unknown>>, problems: ProblemList): DraftModel['components'] {
  const drafts = new Map<string, Draft<Component>>()
  for (const [file, content] of Object.entries(files)) {
    const report = problems.for(file)
    const location = locateComponent(file)
    if (location === undefined) {
      report([], 'is neither a uid such as "shared.seo" nor the path of a component\'s file in a project.')
    } else if (drafts.has(location.uid)) {
      report([], `defines ${location.uid} again, after ${quote(drafts.get(location.uid)?.file)}.`)
    } else if (!isRecord(content)) {
      report([], `must be an object, but is ${quote(content)}.`)
    } else {
      drafts.set(location.uid, { file, ...parseComponent(content, location, report) })
    }
  }
  return drafts
}

function freezeRegistry(model: DraftModel): Registry {
  const contentTypes = new Map([...model.contentTypes].map(([uid, draft]) => [uid, draft.schema]))
  const components = new Map([...model.components].map(([uid, draft]) => [uid, draft.schema]))
  return Object.freeze({
    contentTypes,
    components,
    contentType: (uid: string) => find(contentTypes, uid, 'content type'),
    component: (uid: string) => find(components, uid, 'component'),
  })
}

function find<S>(schemas: ReadonlyMap<string, S>, uid: string, what: string): S {
  const schema = schemas.get(uid)
  if (schema !== undefined) return schema
  const meant = closest(uid, schemas.keys())
  throw new RangeError(
    `There is no ${what} ${quote(uid)}.${meant === undefined ? '' : ` Did you mean ${quote(meant)}?`}`,
  )
}
