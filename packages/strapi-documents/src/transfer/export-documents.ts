import { type Attribute, type ContentType, isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import { userType, type Values } from '@content-api/engine/plan'
import type { DocumentService } from '../code/document-service.js'
import { componentOf } from '../input/resolve-links.js'
import type { DocumentLine } from './document-line.js'

export interface DocumentExportOptions {
  readonly registry: Registry
  readonly documents: Pick<DocumentService, 'documents'>
}

/** Documents that are read at a time. */
const pageSize = 100

/**
 * Returns all content of a project as lines that `importDocuments` reads: of each document and locale its
 * published version, then its draft if that differs. Passwords of users are their hashes.
 */
export async function* exportDocuments(options: DocumentExportOptions): AsyncGenerator<DocumentLine> {
  const types = [...options.registry.contentTypes.values()].filter(isContent)
  for (const type of types)
    for (const part of type.draftAndPublish ? parts : [{}]) yield* exportType(type, part, options)
}

const files = 'plugin::upload.file'
const isContent = ({ uid }: ContentType) => uid.startsWith('api::') || uid === files || uid === userType

/** Together, these are all versions except drafts that equal their published version. */
const parts: readonly Values[] = [
  { status: 'published' },
  { status: 'draft', publicationFilter: 'modified' },
  { status: 'draft', publicationFilter: 'never-published' },
]

async function* exportType(
  type: ContentType,
  part: Values,
  { registry, documents }: DocumentExportOptions,
): AsyncGenerator<DocumentLine> {
  const populate = populateOf(registry, type)
  const of = documents.documents(type.uid)
  const status = part['status'] === 'draft' ? 'draft' : 'published'
  for (let start = 0; ; start += pageSize) {
    const query = { ...part, ...(type.localized && { locale: '*' }) }
    const page = await of.findMany({ ...query, populate, sort: 'id', start, limit: pageSize })
    for (const entry of page) yield lineOf(registry, type, status, entry)
    if (page.length < pageSize) return
  }
}

function lineOf(registry: Registry, type: ContentType, status: 'draft' | 'published', entry: Values): DocumentLine {
  return {
    type: type.uid,
    documentId: String(entry['documentId']),
    ...(type.localized && { locale: String(entry['locale']) }),
    ...(type.draftAndPublish && { status }),
    attributes:
      type.uid === userType ? withRoleType(valuesOf(registry, type, entry), entry) : valuesOf(registry, type, entry),
  }
}

/** Roles have other ids in another database. */
function withRoleType(values: Values, { role }: Values): Values {
  return isRecord(role) ? { ...values, role: role['type'] } : values
}

function valuesOf(registry: Registry, schema: Schema, entry: Values): Values {
  const written = Object.entries(schema.declared).flatMap(([name, attribute]): [string, unknown][] => {
    const value = entry[name] ?? null
    if (value !== null) return isOtherSide(attribute) ? [] : [[name, writtenValue(registry, attribute, value)]]
    // Without a value, a new document would get the default.
    return isScalar(attribute) && attribute.default !== undefined ? [[name, null]] : []
  })
  return Object.fromEntries(written)
}

/** Returns whether the lines of the other type have the links of a relation. */
const isOtherSide = (attribute: Attribute): boolean =>
  attribute.type === 'relation' && (attribute.mappedBy !== undefined || attribute.morphBy !== undefined)

function writtenValue(registry: Registry, attribute: Attribute, value: unknown): unknown {
  if (isScalar(attribute)) return value
  const each = (item: unknown): unknown => {
    if (!isRecord(item)) return item
    if (attribute.type === 'relation' || attribute.type === 'media') return linkOf(item)
    const component = componentOf(registry, attribute, item)
    if (!component) return item
    const uid = item['__component']
    return { ...(uid !== undefined && { __component: uid }), ...valuesOf(registry, component, item) }
  }
  return Array.isArray(value) ? withoutRepeats(value.map(each)) : each(value)
}

/** A relation to any type lists both versions of a document. */
function withoutRepeats(items: readonly unknown[]): readonly unknown[] {
  const texts = items.map((item) => JSON.stringify(item))
  return items.filter((item, index) => !isLink(item) || texts.indexOf(texts[index] as string) === index)
}

const isLink = (item: unknown) => isRecord(item) && Object.hasOwn(item, 'documentId')

/** Entries of another locale, and those in relations to any type, are named with it. */
function linkOf({ documentId, locale, __type: type }: Values): unknown {
  if (type === undefined && (locale ?? null) === null) return documentId
  return { documentId, ...((locale ?? null) !== null && { locale }), ...(type !== undefined && { __type: type }) }
}

/** Selects everything that a line has: links, and components with theirs. */
function populateOf(registry: Registry, schema: Schema): Values {
  const selected = Object.entries(schema.declared).flatMap(([name, attribute]): [string, unknown][] => {
    if (isScalar(attribute)) return []
    if (attribute.type === 'component') {
      return [[name, { populate: populateOf(registry, registry.component(attribute.component)) }]]
    }
    if (attribute.type === 'dynamiczone') {
      const on = attribute.components.map((uid) => [uid, { populate: populateOf(registry, registry.component(uid)) }])
      return [[name, { on: Object.fromEntries(on) }]]
    }
    return isOtherSide(attribute) ? [] : [[name, true]]
  })
  return Object.fromEntries(selected)
}
