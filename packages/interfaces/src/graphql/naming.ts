import type { Component, ContentType, Schema } from '@content-api/model'

/** The words of a name: lower-case letters after at most one capital, several capitals, or digits. */
// Bounded input: names in the schemas.
const words = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

export function camelCase(name: string): string {
  const [first = '', ...rest] = name.match(words) ?? [name]
  return first.toLowerCase() + rest.map(capitalised).join('')
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

export function pascalCase(name: string): string {
  const camel = camelCase(name)
  return camel.charAt(0).toUpperCase() + camel.slice(1)
}

const pluginOf = ({ uid }: ContentType): string => /^plugin::([^.]+)\./.exec(uid)?.[1] ?? ''

/** Returns `X` of specification §2.6. Types of plugins begin with the plugin's name, components with `Component`. */
export function typeName(schema: Schema): string {
  if (schema.model === 'component') return componentName(schema)
  return pascalCase(`${pluginOf(schema)}-${schema.singularName}`)
}

function componentName({ uid, category }: Component): string {
  return `Component${pascalCase(category)}${pascalCase(uid.slice(category.length + 1))}`
}

/** Returns the name of the field of `Query` that returns one entry. Mutations contain it: `createArticle`. */
export function singularField(type: ContentType): string {
  return camelCase(`${pluginOf(type)}-${type.singularName}`)
}

/** Returns the name of the field of `Query` that returns a list. */
export function pluralField(type: ContentType): string {
  return camelCase(`${pluginOf(type)}-${type.pluralName}`)
}

/** The names that are derived from the name of a type (specification §2.6). */
export const derivedNames = {
  entity: (name: string) => `${name}Entity`,
  response: (name: string) => `${name}EntityResponse`,
  collection: (name: string) => `${name}EntityResponseCollection`,
  relation: (name: string) => `${name}RelationResponseCollection`,
  input: (name: string) => `${name}Input`,
  filters: (name: string) => `${name}FiltersInput`,
} as const

export function enumName(schema: Schema, attribute: string): string {
  const name = `ENUM_${typeName(schema).toUpperCase()}_${attribute.toUpperCase()}`
  return name + numberAmong(schema, attribute, (one) => one.toUpperCase())
}

/** Returns a number for an attribute if an earlier one of the same type has the same name in GraphQL. */
function numberAmong({ attributes }: Schema, attribute: string, nameOf: (attribute: string) => string): string {
  const twins = Object.keys(attributes).filter(
    (one) => attributes[one]?.type === attributes[attribute]?.type && nameOf(one) === nameOf(attribute),
  )
  const position = twins.indexOf(attribute)
  return position > 0 ? `_${position + 1}` : ''
}

export function zoneName(schema: Schema, attribute: string): string {
  const number = numberAmong(schema, attribute, pascalCase)
  return `${typeName(schema)}${pascalCase(attribute)}${number}DynamicZone`
}

export function zoneInputName(schema: Schema, attribute: string): string {
  return `${zoneName(schema, attribute)}Input`
}

/** Returns whether a name is valid in GraphQL. Attributes with other names are left out of the schema. */
export function isGraphqlName(name: string): boolean {
  return /^[_A-Za-z]\w*$/.test(name) && !name.startsWith('__')
}
