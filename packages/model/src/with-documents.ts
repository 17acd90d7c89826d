import type { Attribute } from './attribute.js'
import type { ContentType } from './content-type.js'
import type { Registry } from './registry.js'

const documentId = Object.freeze({ type: 'string' } as const)
const publishedAt = Object.freeze({ type: 'datetime' } as const)

const text = Object.freeze({ type: 'text' } as const)

/** The attributes of built-in types that are others in Strapi 5. */
const changed: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
  'plugin::upload.file': {
    alternativeText: text,
    caption: text,
    previewUrl: text,
    url: Object.freeze({ ...text, required: true }),
  },
}

/** Attributes of built-in types that only Strapi 5 has, after the attribute whose name comes first. */
const added: Readonly<Record<string, readonly [after: string, name: string, attribute: Attribute]>> = {
  'plugin::upload.file': ['caption', 'focalPoint', Object.freeze({ type: 'json' })],
}

/**
 * Returns the model as Strapi 5 has it. Each entry of a content type is a version of a document: it has a
 * `documentId`, which is the same in all locales, as a draft and as published, and a `publishedAt`.
 */
export function withDocuments(registry: Registry): Registry {
  const contentTypes = new Map([...registry.contentTypes].map(([uid, type]) => [uid, withDocument(type)]))
  return Object.freeze({
    ...registry,
    contentTypes,
    contentType(uid: string) {
      const type = contentTypes.get(uid)
      if (!type) throw new RangeError(`There is no content type ${uid}`)
      return type
    },
  })
}

function withDocument(type: ContentType): ContentType {
  const [after, more = '', ofMore] = added[type.uid] ?? []
  const declared = { ...type.declared, ...changed[type.uid], ...(ofMore && { [more]: ofMore }) }
  const attributes: Record<string, Attribute> = Object.create(null)
  for (const [name, attribute] of Object.entries(type.attributes)) {
    attributes[name] = declared[name] ?? attribute
    if (name === 'id') attributes['documentId'] = documentId
    if (name === 'updatedAt') attributes['publishedAt'] = type.attributes['publishedAt'] ?? publishedAt
    if (name === after && ofMore) attributes[more] = ofMore
  }
  const versions = { attributes: ['documentId', ...(type.localized ? ['locale'] : []), 'publishedAt'] }
  return Object.freeze({
    ...type,
    declared: Object.freeze(declared),
    attributes: Object.freeze(attributes),
    indexes: [...type.indexes, versions],
  })
}
