import type { Attribute } from '../attribute.js'
import type { CustomFieldTypes } from '../custom-fields.js'
import { type Report, prefixReport, warnings } from '../problem.js'
import { quote, isRecord } from '../wording.js'
import { type AttributeReading, parseAttribute } from './parse-attribute.js'

export interface ParsedAttributes {
  readonly declared: Readonly<Record<string, Attribute>>
  /** The names of attributes that couldn't be read. A reference to one of them isn't reported as a mistake. */
  readonly broken: ReadonlySet<string>
}

/** Options for all schemas of a project. */
export interface SchemaReading {
  readonly customFields: CustomFieldTypes
  /** The names of attributes that are private in every content type and component. */
  readonly privateAttributes: readonly string[]
}

/** What decides how attributes are read. */
export interface AttributesReading extends AttributeReading {
  /** The names of the attributes that the service adds itself, besides `id`. */
  readonly reserved: ReadonlySet<string>
}

export function parseAttributes(value: unknown, reading: AttributesReading, report: Report): ParsedAttributes {
  // Without a prototype, a name that a client sends finds only declared attributes.
  const declared: Record<string, Attribute> = Object.create(null)
  const broken = new Set<string>()
  if (!isRecord(value)) {
    report([], value === undefined ? 'is missing.' : `must be an object, but is ${quote(value)}.`)
    return { declared, broken }
  }
  for (const [name, definition] of Object.entries(value)) {
    const at = prefixReport(report, name)
    const attribute = isUsableName(name, reading.reserved, at) ? parseAttribute(definition, reading, at) : undefined
    if (attribute === undefined) broken.add(name)
    else declared[name] = Object.freeze(attribute)
  }
  return { declared, broken }
}

/** Names that requests can't contain. Others such as `a.b` work as in Strapi 4.26, except in sorts and paths. */
const unusable = /^$|^\*$|["\p{Cc}]/u

function isUsableName(name: string, reserved: ReadonlySet<string>, report: Report): boolean {
  const warn = (reason: string) => {
    warnings(report)([], `${reason} The attribute is left out.`)
    return false
  }
  if (name === 'id') {
    report([], `is reserved: the service adds ${quote(name)} itself.`)
    return false
  }
  if (reserved.has(name)) return warn(`is reserved: the service adds ${quote(name)} itself.`)
  if (name === '__component') return warn('is reserved: it names the component of an item in a dynamic zone.')
  if (name in Object.prototype || name === 'prototype') return warn('is a property of every JavaScript object.')
  if (unusable.test(name)) return warn('is not a name that requests can contain.')
  return true
}

/** Returns attributes of which the named ones are private. */
export function withHidden(
  declared: Readonly<Record<string, Attribute>>,
  hidden: ReadonlySet<string>,
): Readonly<Record<string, Attribute>> {
  const attributes: Record<string, Attribute> = Object.create(null)
  for (const [name, attribute] of Object.entries(declared)) {
    attributes[name] = hidden.has(name) ? Object.freeze({ ...attribute, private: true }) : attribute
  }
  return Object.freeze(attributes)
}
