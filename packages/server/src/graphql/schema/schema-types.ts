import type { Attribute, ContentType, Registry, Schema } from '@content-api/model'
import { relatedField, hasRelatedField } from '../../query/file-uses.js'
import { fileType, linkTarget } from '../../query/link-target.js'
import { ownAttributes } from '../../upload/file-info.js'
import { isConcealed } from '../../query/usable-attributes.js'
import { derivedNames, enumName, enumValueName, isGraphqlName, typeName, zoneInputName, zoneName } from '../naming.js'
import type { ShadowCrud } from '../../project/shadow-crud.js'
import { type Place, attributeType } from './attribute-types.js'
import { groupFields } from './common-types.js'
import { block } from './definitions.js'

export interface TypesScope {
  readonly registry: Registry
  readonly shadow: ShadowCrud
}

type Definition = readonly [name: string, sdl: string]

/** Attributes that an entry is read with, but that no input takes. */
const readOnly: ReadonlySet<string> = new Set(['id', 'locale', 'localizations', 'createdBy', 'updatedBy'])
/** Creators are no part of GraphQL (specification §2.4); ids stand beside the attributes of an entry. */
const creators: ReadonlySet<string> = new Set(['createdBy', 'updatedBy'])

/** Every type of specification §2.6 for a content type; for a component its type and inputs. */
export function schemaTypes(scope: TypesScope, schema: Schema): Definition[] {
  const name = typeName(schema)
  const output = block('type', name, outputFields(scope, schema))
  return [
    ...Object.keys(schema.attributes).flatMap((attribute) => attributeDefinitions(scope, schema, attribute)),
    [derivedNames.filters(name), filtersInput(scope, schema)],
    [derivedNames.input(name), block('input', derivedNames.input(name), inputFields(scope, schema))],
    [name, output],
    ...(schema.model === 'contentType' ? envelopes(name, output !== '') : []),
  ]
}

/** Types that stand for one attribute: enumerations and zones. */
function attributeDefinitions({ registry, shadow }: TypesScope, schema: Schema, name: string): Definition[] {
  const attribute = schema.attributes[name]
  if (attribute?.type === 'enumeration') {
    const values = (attribute.enum ?? []).map((value) => `  ${enumValueName(value)}\n`)
    return [[enumName(schema, name), `enum ${enumName(schema, name)} {\n${values.join('')}}`]]
  }
  if (attribute?.type === 'dynamiczone') {
    const components = attribute.components
      .map((uid) => registry.component(uid))
      .filter(({ uid }) => shadow.isEnabled(uid))
    const members = [...components.map(typeName), 'Error']
    return [
      [zoneName(schema, name), `union ${zoneName(schema, name)} = ${members.join(' | ')}`],
      [zoneInputName(schema, name), `scalar ${zoneInputName(schema, name)}`],
    ]
  }
  return []
}

/** An entry none of whose attributes is answered still has its id. */
function envelopes(name: string, hasAttributes: boolean): Definition[] {
  const { entity, response, collection, relation } = derivedNames
  const list = `data: [${entity(name)}!]!`
  return [
    [entity(name), block('type', entity(name), ['id: ID', ...(hasAttributes ? [`attributes: ${name}`] : [])])],
    [response(name), block('type', response(name), [`data: ${entity(name)}`])],
    [collection(name), block('type', collection(name), [list, 'meta: ResponseCollectionMeta!'])],
    [relation(name), block('type', relation(name), [list])],
  ]
}

/** The attributes in the order of the schema; `locale` after `localizations`, as clients print it. */
function* namedAttributes(scope: TypesScope, schema: Schema): Generator<readonly [string, Attribute]> {
  const { locale, ...others } = schema.attributes
  const localized = schema.model === 'contentType' && schema.localized
  const all = Object.entries(localized && locale ? { ...others, locale } : schema.attributes)
  for (const [name, attribute] of all) {
    if (isGraphqlName(name) && !creators.has(name) && leadsSomewhere(scope, attribute)) yield [name, attribute]
  }
}

/** Relations to types that are disabled are disabled with them, and media with the files. */
function leadsSomewhere({ registry, shadow }: TypesScope, attribute: Attribute): boolean {
  if (attribute.type !== 'relation' && attribute.type !== 'media' && attribute.type !== 'component') return true
  const target = linkTarget(attribute, registry)
  return target === undefined || shadow.isEnabled(target.uid)
}

const place = ({ registry }: TypesScope, schema: Schema, name: string): Place => ({ registry, schema, name })

function outputFields(scope: TypesScope, schema: Schema): string[] {
  const fields = schema.model === 'component' ? ['id: ID!'] : []
  for (const [name, attribute] of namedAttributes(scope, schema)) {
    if (name === 'id' || isConcealed(attribute) || !scope.shadow.hasOutput(schema.uid, name)) continue
    const type = attributeType(attribute).output(attribute, place(scope, schema, name))
    if (type !== null) fields.push(`${name}${type}`)
  }
  if (hasRelatedField(schema) && scope.shadow.hasOutput(schema.uid, relatedField))
    fields.push(`${relatedField}: [GenericMorph]`)
  return fields
}

function inputFields(scope: TypesScope, schema: Schema): string[] {
  const fields = schema.model === 'component' ? ['id: ID'] : []
  for (const [name, attribute] of namedAttributes(scope, schema)) {
    if (readOnly.has(name) || isOfService(schema, name) || !scope.shadow.hasInput(schema.uid, name)) continue
    const type = attributeType(attribute).input(attribute, place(scope, schema, name))
    if (type !== null) fields.push(`${name}: ${type}`)
  }
  return fields
}

/** Where a file lies and what it is follows from its content (decision). */
const isOfService = ({ uid }: Schema, name: string) => uid === fileType && ownAttributes.has(name)

/** Private attributes are named here as everywhere; a filter by them is answered like one by an unknown name. */
function filtersInput(scope: TypesScope, schema: Schema): string {
  const name = derivedNames.filters(typeName(schema))
  const fields = schema.model === 'component' ? [] : ['id: IDFilterInput']
  for (const [attributeName, attribute] of namedAttributes(scope, schema)) {
    if (attributeName === 'id' || !scope.shadow.hasFilters(schema.uid, attributeName)) continue
    const type = attributeType(attribute).filter(attribute, place(scope, schema, attributeName))
    if (type !== null) fields.push(`${attributeName}: ${type}`)
  }
  return block('input', name, [...fields, ...groupFields(name)])
}

/** A type that has a type of its own in GraphQL: all but the administrators. */
export function isShown({ uid }: ContentType): boolean {
  return !uid.startsWith('admin::')
}
