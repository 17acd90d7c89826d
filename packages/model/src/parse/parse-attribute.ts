import { type Attribute, type AttributeType, type ScalarAttribute, linkTypes, scalarTypes } from '../attribute.js'
import { attributeDefinitions } from '../attributes/definitions.js'
import { type AnyDefinition, commonOptions } from '../attributes/definition.js'
import { closest } from '../closest.js'
import { type CustomFieldTypes, storedType } from '../custom-fields.js'
import { type Report, prefixReport, warnings } from '../problem.js'
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

export interface AttributeReading {
  readonly localizedType: boolean
  readonly customFields: CustomFieldTypes
}

/**
 * Reads one attribute of a schema file; `undefined` when it is left out, or too little of it could be read.
 */
export function parseAttribute(
  value: unknown,
  { localizedType, customFields }: AttributeReading,
  report: Report,
): Attribute | undefined {
  if (!isRecord(value)) {
    report([], `must be an object with a "type", but is ${quote(value)}.`)
    return undefined
  }
  const type =
    value['type'] === 'customField' ? typeOfCustomField(value, customFields, report) : parseType(value, report)
  if (type === undefined) return undefined
  const definition = attributeDefinitions[type]
  const owner = `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type} attribute`
  const explain = (key: string) =>
    everyOption.has(key) ? `does not apply to ${owner}, so it has no effect.` : undefined
  const shape = shapes[type]
  const read = readKeys(shape, withColumnDefault(value), { owner, ignored: ignoredOptions, explain }, report)
  const localized = readLocalized(value['pluginOptions'], prefixReport(report, 'pluginOptions'))
  const custom = value['type'] === 'customField' ? customOptions(value) : {}
  const attribute = {
    type,
    ...custom,
    ...withoutNullDefault(read),
    ...(isRecord(value['conditions']) ? { conditions: value['conditions'] } : {}),
    ...(localizedType && localized ? { localized } : {}),
  }
  const fitting = withFittingOptions(attribute, definition, report)
  return isComplete(shape, read) ? (fitting as Attribute) : undefined
}

/**
 * Warns of options that contradict each other, and leaves out a default that the attribute itself rejects.
 */
function withFittingOptions(attribute: Partial<Attribute>, definition: AnyDefinition, report: Report) {
  let rejectsDefault = false
  definition.check?.(attribute, (path, message, suggestion) => {
    rejectsDefault ||= path[0] === 'default'
    const consequence = path[0] === 'default' ? ' The default is left out.' : ''
    report(path, `${message}${consequence}`, suggestion, 'warning')
  })
  const { default: _rejected, ...others } = attribute as ScalarAttribute
  const kept = rejectsDefault ? (others as Partial<Attribute>) : attribute
  return definition.resolve?.(kept) ?? kept
}

/**
 * Returns the options of an attribute with the default of its column as its own default. As in Strapi 4, the default
 * of a column doesn't satisfy `required`.
 */
function withColumnDefault(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { column, required } = options
  const defaultTo = isRecord(column) ? column['defaultTo'] : undefined
  const isLiteral = ['string', 'number', 'boolean'].includes(typeof defaultTo)
  return isLiteral && required !== true ? { default: defaultTo, ...options } : options
}

function customOptions({ customField, options }: Readonly<Record<string, unknown>>): object {
  return { ...(typeof customField === 'string' && { customField }), ...(isRecord(options) && { options }) }
}

function typeOfCustomField(
  { customField }: Readonly<Record<string, unknown>>,
  customFields: CustomFieldTypes,
  report: Report,
): AttributeType {
  const stored = typeof customField === 'string' ? storedType(customField, customFields) : undefined
  if (stored !== undefined) return stored
  const field = typeof customField === 'string' ? customField : '<name>'
  warnings(report)(
    ['customField'],
    `is ${quote(customField)}, whose stored type is unknown, so it is stored as "string". ` +
      `Set it in the configuration: customFields: { ${JSON.stringify(field)}: "json" }.`,
  )
  return 'string'
}

function parseType(value: Readonly<Record<string, unknown>>, problem: Report): AttributeType | undefined {
  const { type } = value
  if (isAttributeType(type)) return type
  const report = warnings(problem)
  const consequence = 'The attribute is left out.'
  if (typeof type === 'string') {
    const word = type.toLowerCase()
    const meant = Object.hasOwn(typeSynonyms, word) ? typeSynonyms[word] : closest(type, types)
    report(['type'], `is ${quote(type)}, which is not an attribute type (${types.join(', ')}). ${consequence}`, meant)
  } else {
    const what = type === undefined ? 'is missing.' : `must be text, but is ${quote(type)}.`
    report(['type'], `${what} ${consequence}`)
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
