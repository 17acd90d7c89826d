import * as z from 'zod/mini'
import { type Attribute, isScalar } from '../attribute.js'
import { closest } from '../closest.js'
import type { ContentType, Index } from '../content-type.js'
import { type Report, prefixReport, warnings } from '../problem.js'
import type { ContentTypeLocation } from '../schema-location.js'
import { standardNames, withStandardAttributes } from '../standard-attributes.js'
import { quote, isRecord } from '../wording.js'
import { collectionName, identifier, ignoredInfo, infoOptions } from './names.js'
import { type SchemaReading, parseAttributes, withHidden } from './parse-attributes.js'
import { readLocalized } from './plugin-options.js'
import { readKeys } from './read-keys.js'

/** A content type as far as it could be read. */
export interface ParsedContentType {
  readonly schema: ContentType
  /** Names of attributes that couldn't be read. */
  readonly broken: ReadonlySet<string>
}

type SchemaFile = Readonly<Record<string, unknown>>
type Attributes = Readonly<Record<string, Attribute>>

const topOptions = {
  kind: z._default(z.enum(['collectionType', 'singleType']), 'collectionType'),
  collectionName: z.optional(collectionName),
}
const topKeys = {
  owner: 'a content type',
  elsewhere: ['info', 'options', 'pluginOptions', 'attributes', 'indexes'],
  ignored: new Set(['$schema', '__schema__', 'config', 'connection', 'description', 'globalId', 'modelName']),
}

const nameOptions = { singularName: identifier, pluralName: identifier, ...infoOptions }
const nameKeys = { owner: '"info"', ignored: ignoredInfo }

const typeOptions = {
  draftAndPublish: z._default(z.boolean(), false),
  populateCreatorFields: z._default(z.boolean(), false),
  privateAttributes: z._default(z.array(z.string()), []),
}
/** Ignored options: Strapi 4 schemas have them, and this service doesn't use them. */
const optionKeys = {
  owner: '"options"',
  ignored: new Set(['comment', 'increments', 'reviewWorkflows', 'timestamps']),
}

/**
 * Reads a content type's schema file (specification §2.5). Reports every mistake that doesn't depend on other
 * files.
 */
export function parseContentType(
  file: SchemaFile,
  location: ContentTypeLocation,
  reading: SchemaReading,
  report: Report,
): ParsedContentType {
  const top = readKeys(topOptions, file, topKeys, report)
  const names = parseNames(file['info'], location, prefixReport(report, 'info'))
  const options = readKeys(typeOptions, file['options'] ?? {}, optionKeys, prefixReport(report, 'options'))
  const localized = readLocalized(file['pluginOptions'], prefixReport(report, 'pluginOptions')) ?? false
  const flags = {
    draftAndPublish: options.draftAndPublish ?? false,
    populateCreatorFields: options.populateCreatorFields ?? false,
    localized,
  }
  const { customFields, privateAttributes } = reading
  const ofType = { localizedType: localized, reserved: standardNames(flags), customFields }
  const parsed = parseAttributes(file['attributes'], ofType, prefixReport(report, 'attributes'))

  const hidden = new Set([...(options.privateAttributes ?? []), ...privateAttributes])
  const declared = withHidden(parsed.declared, hidden)
  const attributes = withStandardAttributes(declared, { uid: location.uid, hidden, ...flags })
  const known = new Set([...Object.keys(attributes), ...parsed.broken])
  checkHidden(options.privateAttributes ?? [], known, prefixReport(report, 'options', 'privateAttributes'))
  const schema: ContentType = Object.freeze({
    model: 'contentType',
    kind: top.kind ?? 'collectionType',
    uid: location.uid,
    collectionName: top.collectionName ?? names.pluralName.replaceAll('-', '_'),
    ...names,
    ...flags,
    declared,
    attributes,
    indexes: Object.freeze(parseIndexes(file['indexes'], attributes, prefixReport(report, 'indexes'))),
  })
  return { schema, broken: parsed.broken }
}

function parseNames(info: unknown, { name }: ContentTypeLocation, report: Report) {
  const read = readKeys(nameOptions, info ?? {}, nameKeys, report)
  const { singularName = name, pluralName = `${singularName}s` } = read
  if (singularName === pluralName) {
    report(['pluralName'], `is "${pluralName}", the same as "singularName": they must differ.`)
  }
  return { singularName, pluralName, displayName: read.displayName ?? read.name ?? singularName }
}

function checkHidden(names: readonly string[], known: ReadonlySet<string>, problem: Report): void {
  const report = warnings(problem)
  for (const [position, name] of names.entries()) {
    if (name === 'id') report([position], 'is "id", which can\'t be hidden: requests address entries by it.')
    else if (!known.has(name)) report([position], `is "${name}", which is not an attribute.`, closest(name, known))
  }
}

const indexOptions = {
  attributes: z.array(z.string()).check(z.minLength(1)),
  unique: z.optional(z.boolean()),
}

/** The form of Strapi 4. */
const strapiIndexOptions = {
  name: z.string(),
  columns: z.array(z.string()).check(z.minLength(1)),
  type: z.optional(z.nullable(z.string())),
}

/**
 * Reads indexes: each is a name, a list of names, an object with `attributes`, or one with `columns`, as in
 * Strapi 4. {@link checkIndexes} checks the names.
 */
function parseIndexes(value: unknown, attributes: Attributes, report: Report): readonly Index[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    warnings(report)([], `must be a list of attribute names or of { "attributes", "unique" }, but is ${quote(value)}.`)
    return []
  }
  return value.flatMap((item: unknown, position) => {
    const at = prefixReport(report, position)
    return isRecord(item) && Object.hasOwn(item, 'columns')
      ? (parseStrapiIndex(item, attributes, at) ?? [])
      : parseIndex(item, at)
  })
}

function parseIndex(item: unknown, report: Report): Index {
  const short = typeof item === 'string' ? [item] : item
  const index = isRecord(short) ? short : { attributes: short }
  const { attributes = [], unique } = readKeys(indexOptions, index, { owner: 'an index' }, report)
  return Object.freeze({ attributes: Object.freeze(attributes), ...(unique === undefined ? {} : { unique }) })
}

/** Returns null for an index of columns that attributes don't have here, such as those of relations. */
function parseStrapiIndex(item: SchemaFile, attributes: Attributes, report: Report): Index | null {
  const { columns = [], type } = readKeys(strapiIndexOptions, item, { owner: 'an index' }, report)
  if (type && type !== 'unique')
    warnings(report)(['type'], `is ${quote(type)}, so the index is an ordinary one. Only "unique" has an effect.`)
  const indexed = Object.keys(attributes).filter((name) => isScalar(attributes[name] as Attribute))
  const attributeOf = (column: string) =>
    indexed.find((name) => name === column) ?? indexed.find((name) => strapiColumn(name) === column)
  const unknown = columns.find((column) => attributeOf(column) === undefined)
  if (unknown !== undefined) {
    const message = `names ${quote(unknown)}, which is no column of an attribute here, so the index has no effect.`
    warnings(report)(['columns'], message, closest(unknown, indexed))
    return null
  }
  const names = columns.map((column) => attributeOf(column) as string)
  // Every database indexes the ids.
  if (names.every((name) => name === 'id')) return null
  return Object.freeze({ attributes: Object.freeze(names), ...(type === 'unique' ? { unique: true } : {}) })
}

/** Returns the column that Strapi 4 gives an attribute: `publishedAt` is in `published_at`. */
function strapiColumn(attribute: string): string {
  // Bounded input: the name of an attribute in a schema.
  const words = attribute.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []
  return words.join('_').toLowerCase()
}
