import { builtinContentTypes } from './builtin/content-types.js'
import { extendBuiltin } from './builtin/extend.js'
import { checkModel } from './checks/check-model.js'
import type { Draft, DraftModel, ReportFor } from './checks/draft-model.js'
import { closest } from './closest.js'
import type { Component, ContentType } from './content-type.js'
import type { SchemaReading } from './parse/parse-attributes.js'
import { parseComponent } from './parse/parse-component.js'
import { type ParsedContentType, parseContentType } from './parse/parse-content-type.js'
import { ProblemList, type Report, warnings } from './problem.js'
import type { CustomFieldTypes } from './custom-fields.js'
import { resolveReferences } from './references/resolve-references.js'
import { quote, isRecord } from './wording.js'
import type { Registry } from './registry.js'
import type { ComponentFile, ContentTypeFile, ExtensionFile } from './schema-file.js'
import { type ContentTypeLocation, contentTypePath, locateComponent, locateContentType } from './schema-location.js'

export interface SchemaSources {
  /**
   * Schema files by uid (`api::article.article`) or by their path in a project
   * (`src/api/article/content-types/article/schema.json`); the key is the `file` of a problem. A plugin's uid
   * extends the built-in type of that name.
   */
  readonly contentTypes?: Readonly<Record<string, ContentTypeFile | ExtensionFile>>
  /**
   * The content types that plugins define, by uid (`plugin::shop.product`). Extensions in `contentTypes`
   * replace their keys. A type with a mistake is left out with a warning.
   */
  readonly pluginTypes?: Readonly<Record<string, ContentTypeFile>>
  /**
   * The schemas of types that code of a project has made or changed, by uid, with the file of the code. They
   * replace files in `contentTypes`, which the code has read.
   */
  readonly changedTypes?: Readonly<Record<string, { readonly file: string; readonly schema: unknown }>>
  /**
   * The stored types of custom fields, by name (`plugin::color-picker.color`). They win over the types of
   * well-known plugins. Other custom fields are stored as strings.
   */
  readonly customFields?: CustomFieldTypes
  /** The names of attributes that are private in every content type and component. */
  readonly privateAttributes?: readonly string[]
  /** Component files by uid (`shared.seo`) or by their path in a project (`src/components/shared/seo.json`). */
  readonly components?: Readonly<Record<string, ComponentFile>>
}

/**
 * Checks schemas and resolves them, with the built-in content types, to a registry.
 *
 * @throws {ModelError} with every mistake found.
 */
export function createRegistry(sources: SchemaSources): Registry {
  return resolveSources(sources, new ProblemList())
}

/**
 * Does the same as {@link createRegistry}. The error also lists the mistakes that `problems` holds already.
 * @param unreadable the uids of unreadable files
 */
export function resolveSources(
  sources: SchemaSources,
  problems: ProblemList,
  unreadable: ReadonlySet<string> = new Set(),
): Registry {
  const { customFields = {}, privateAttributes = [] } = sources
  const reading = { ...sources, customFields, privateAttributes }
  const written: DraftModel = {
    contentTypes: readContentTypes(sources.contentTypes ?? {}, reading, problems),
    components: readComponents(sources.components ?? {}, reading, problems),
    unreadable,
  }
  const { contentTypes = {}, components = {}, pluginTypes = {}, changedTypes = {} } = sources
  const changing = Object.values(changedTypes).map(({ file }) => file)
  const ownFiles = new Set([...[contentTypes, components, pluginTypes].flatMap(Object.keys), ...changing])
  // Problems of a built-in type that the project doesn't extend are skipped: the project's own file reports
  // them too.
  const reportFor: ReportFor = (file) => (ownFiles.has(file) ? problems.for(file) : () => {})
  const model = resolveReferences(written, reportFor)
  checkModel(model, reportFor)
  problems.throwIfAny()
  return freezeRegistry(model, problems.warnings)
}

type Reading = SchemaReading & Pick<SchemaSources, 'pluginTypes' | 'changedTypes'>

function readContentTypes(
  files: Readonly<Record<string, unknown>>,
  reading: Reading,
  problems: ProblemList,
): DraftModel['contentTypes'] {
  const { pluginTypes = {}, changedTypes = {} } = reading
  // Built-in types come first, so that a conflict with one is reported in the project's file.
  const drafts = new Map<string, Draft<ContentType>>(builtinDrafts(reading))
  for (const [uid, schema] of Object.entries(pluginTypes)) {
    if (drafts.has(uid)) continue
    const type = readPluginType(uid, schema, reading, problems)
    if (type !== undefined) drafts.set(uid, type)
  }
  const fileOfUid = new Map<string, string>()
  const written = Object.entries(files).map(([file, content]) => ({ file, content, location: locateContentType(file) }))
  const changed = Object.entries(changedTypes).map(([uid, { file, schema }]) => {
    return { file, content: schema, location: locateContentType(uid) }
  })
  const isCurrent = ({ location }: { readonly location: ContentTypeLocation | undefined }) =>
    location === undefined || !Object.hasOwn(changedTypes, location.uid)
  for (const { file, content, location } of [...written.filter(isCurrent), ...changed]) {
    const report = problems.for(file)
    if (location === undefined) {
      report([], 'must be a uid such as "api::article.article" or the path of a schema.json in a project.')
    } else if (fileOfUid.has(location.uid)) {
      report([], `defines ${location.uid} again, after ${quote(fileOfUid.get(location.uid))}.`)
    } else if (!isRecord(content)) {
      report([], `must be an object, but is ${quote(content)}.`)
    } else {
      fileOfUid.set(location.uid, file)
      const parsed = location.extension
        ? readExtension(content, location, reading, report)
        : parseContentType(content, location, reading, report)
      if (parsed === undefined) continue
      drafts.delete(location.uid)
      drafts.set(location.uid, { file, ...parsed })
    }
  }
  return drafts
}

function readExtension(
  content: Readonly<Record<string, unknown>>,
  location: ContentTypeLocation,
  reading: Reading,
  report: Report,
): ParsedContentType | undefined {
  const { pluginTypes = {} } = reading
  const builtin = builtinContentTypes.get(location.uid)
  if (builtin === undefined) {
    const ofPlugin = Object.hasOwn(pluginTypes, location.uid) ? pluginTypes[location.uid] : undefined
    // Strapi replaces whole keys, `attributes` too.
    if (isRecord(ofPlugin)) return parseContentType({ ...ofPlugin, ...content }, location, reading, report)
    const suggestion = closest(location.uid, [...builtinContentTypes.keys(), ...Object.keys(pluginTypes)])
    const message = `extends ${location.uid}, which is not a built-in content type. The file has no effect.`
    warnings(report)([], message, suggestion)
    return undefined
  }
  return parseContentType(extendBuiltin(location.uid, builtin, content, report), location, reading, report)
}

/** Reads a content type of a plugin. Its mistakes are warnings: a plugin never stops the start. */
function readPluginType(
  uid: string,
  schema: unknown,
  reading: SchemaReading,
  problems: ProblemList,
): Draft<ContentType> | undefined {
  const report = warnings(problems.for(uid))
  const location = locateContentType(uid)
  if (location === undefined || !location.extension || !isRecord(schema)) {
    report([], 'must be a content type of a plugin, such as "plugin::shop.product", with its schema. It is left out.')
    return undefined
  }
  const own = new ProblemList()
  const parsed = parseContentType(schema, location, reading, own.for(uid))
  problems.warnings.push(...own.warnings)
  if (own.mistakes.length === 0) return { file: uid, ...parsed }
  for (const { path, message, suggestion } of own.mistakes) {
    report(path === '' ? [] : [path], `${message} The content type is left out.`, suggestion)
  }
  return undefined
}

function builtinDrafts({ privateAttributes }: SchemaReading): readonly (readonly [string, Draft<ContentType>])[] {
  const reading = { customFields: {}, privateAttributes }
  return [...builtinContentTypes].map(([uid, file]) => {
    const location = locateContentType(uid)
    if (location === undefined) throw new TypeError(`The built-in uid ${uid} is malformed.`)
    const wrong: Report = (path, message) => {
      throw new TypeError(`The built-in ${uid} is wrong at ${path.join('.')}: ${message}`)
    }
    return [uid, { file: contentTypePath(location), ...parseContentType({ ...file }, location, reading, wrong) }]
  })
}

function readComponents(
  files: Readonly<Record<string, unknown>>,
  reading: SchemaReading,
  problems: ProblemList,
): DraftModel['components'] {
  const drafts = new Map<string, Draft<Component>>()
  for (const [file, content] of Object.entries(files)) {
    const report = problems.for(file)
    const location = locateComponent(file)
    if (location === undefined) {
      report([], 'must be a uid such as "shared.seo" or the path of a component file in a project.')
    } else if (drafts.has(location.uid)) {
      report([], `defines ${location.uid} again, after ${quote(drafts.get(location.uid)?.file)}.`)
    } else if (!isRecord(content)) {
      report([], `must be an object, but is ${quote(content)}.`)
    } else {
      drafts.set(location.uid, { file, ...parseComponent(content, location, reading, report) })
    }
  }
  return drafts
}

function freezeRegistry(model: DraftModel, warnings: Registry['warnings']): Registry {
  const contentTypes = new Map([...model.contentTypes].map(([uid, draft]) => [uid, draft.schema]))
  const components = new Map([...model.components].map(([uid, draft]) => [uid, draft.schema]))
  return Object.freeze({
    contentTypes,
    components,
    warnings: Object.freeze([...warnings]),
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
