import { type Attribute, type AttributeType, linkTypes, scalarTypes } from '../attribute.js'
import { attributeDefinitions } from '../attributes/definitions.js'
import { commonOptions } from '../attributes/definition.js'
import { closest } from '../closest.js'
import { type Report, below } from '../problem.js'
import { quote, isRecord } from '../wording.js'
import { type Shape, isComplete, readKeys } from './read-keys.js'
import { readLocalized } from './plugin-options.js'

const types: readonly string[] = [...scalarTypes, ...linkTypes]

/** Names of attribute types in other systems. Their spelling is too different to be found as a near miss. */
const typeSynonyms: Readonly<Record<string, AttributeType>> = {
  number: 'integer',
  int: 'integer',
  bigint: 'biginteger',
  double: 'float',
  bool: 'boolean',
  enum: 'enumeration',
  slug: 'uid',
  markdown: 'richtext',
  object: 'json',
  file: 'media',
  image: 'media',
  zone: 'dynamiczone',
}

/** Options of a Strapi 4 schema for its admin panel or its query builder. They don't describe content. */
const ignoredOptions: ReadonlySet<string> = new Set([
  'type',
  'pluginOptions',
  'autoPopulate',
  'column',
  'columnName',
  'columnType',
  'configurable',
  'customField',
  'description',
  'displayName',
  'editable',
  'enumName',
  'icon',
  'index',
  'joinColumn',
  'joinTable',
  'maxSize',
  'morphColumn',
  'options',
  'useJoinTable',
  'visible',
  'writable',
])

const everyOption: ReadonlySet<string> = new Set(
  Object.values(attributeDefinitions).flatMap((definition) => Object.keys(definition.options)),
)

const shapes = Object.fromEntries(
  Object.entries(attributeDefinitions).map(([type, { options }]) => [type, { ...commonOptions, ...options }]),
) as unknown as Readonly<Record<AttributeType, Shape>>

/** Reads one attribute of a schema file; `undefined` when too little of it could be read. */
export function parseAttribute(value: unknown, localizedType: boolean, report: Report): Attribute | undefined {
  if (!isRecord(value)) {
    report([], `must be an object with a "type", but is ${quote(value)}.`)
    return undefined
  }
  const type = parseType(value, report)
  if (type === undefined) return undefined
  const definition = attributeDefinitions[type]
  const owner = `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type} attribute`
  const explain = (key: string) => (everyOption.has(key) ? `does not apply to ${owner}.` : undefined)
  const shape = shapes[type]
  const read = readKeys(shape, value, { owner, ignored: ignoredOptions, explain }, report)
  const localized = readLocalized(value['pluginOptions'], below(report, 'pluginOptions'))
  const attribute = { type, ...withoutNullDefault(read), ...(localizedType && localized ? { localized } : {}) }
  definition.check?.(attribute, report)
  return isComplete(shape, read) ? (attribute as Attribute) : undefined
}

function parseType(value: Readonly<Record<string, unknown>>, report: Report): AttributeType | undefined {
  const { type } = value
  if (isAttributeType(type)) return type
  if (type === 'customField') {
    const field = typeof value['customField'] === 'string' ? ` ${value['customField']}` : ''
    report(
      ['type'],
      `is decided by the custom field${field}: write the type that it stores, such as "string", and keep "customField".`,
    )
  } else if (typeof type === 'string') {
    const word = type.toLowerCase()
    const meant = Object.hasOwn(typeSynonyms, word) ? typeSynonyms[word] : closest(type, types)
    report(['type'], `is ${quote(type)}, which is not an attribute type (${types.join(', ')}).`, meant)
  } else {
    report(['type'], type === undefined ? 'is missing.' : `must be text, but is ${quote(type)}.`)
  }
  return undefined
}

function isAttributeType(type: unknown): type is AttributeType {
  return typeof type === 'string' && Object.hasOwn(attributeDefinitions, type)
}

function withoutNullDefault(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (options['default'] !== null) return options
  const { default: _none, ...others } = options
  return others
}
