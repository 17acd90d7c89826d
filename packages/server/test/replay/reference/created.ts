import { type ContentType, type ScalarAttribute, isScalar } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import { shownNames, shownValue } from './values.js'

type Data = Readonly<Record<string, unknown>>

/** Returns the values of a new entry: from the body, from `source` for shared attributes, or defaults. */
export function createdAttributes(type: ContentType, data: Data, source: Row | null): Record<string, unknown> {
  const attributes: Record<string, unknown> = {}
  for (const name of shownNames(type, '*')) {
    const attribute = type.attributes[name] as ScalarAttribute
    attributes[name] = standard(name, data) ?? own(name, attribute, type, data, source)
  }
  return attributes
}

function standard(name: string, data: Data): unknown {
  if (name === 'createdAt' || name === 'updatedAt') return '<now>'
  return name === 'publishedAt' || name === 'locale' ? (data[name] ?? null) : undefined
}

function own(name: string, attribute: ScalarAttribute, type: ContentType, data: Data, source: Row | null): unknown {
  if (source && type.localized && name in type.declared && !attribute.localized)
    return shownValue(source, name, attribute)
  return data[name] === undefined ? (attribute.default ?? null) : data[name]
}

/** Returns the names of the shared attributes. */
export function sharedNames(type: ContentType): string[] {
  if (!type.localized) return []
  return Object.entries(type.declared).flatMap(([name, attribute]) =>
    isScalar(attribute) && !attribute.localized ? [name] : [],
  )
}
