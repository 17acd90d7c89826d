import {
  type Attribute,
  type ContentType,
  isScalar,
  type LinkAttribute,
  type Registry,
  type Schema,
} from '@content-api/model'
import {
  fileContentType,
  hasRelatedField,
  isMorph,
  linkTarget,
  relatedField,
  relatesToMany,
} from '@content-api/engine/plan'
import { derivedNames, isGraphqlName, typeName } from '@content-api/interfaces/graphql/naming'
import {
  attributeType,
  block,
  commonTypes,
  type Definitions,
  filterInputs,
  groupFields,
  reachable,
  rowsArguments,
} from '@content-api/interfaces/graphql/schema/attribute-types'
import { attributeDefinitions } from '@content-api/interfaces/graphql/schema/generate-schema'
import { isShown } from '@content-api/interfaces/graphql/schema/root-fields'
import { wholeShadow } from '@content-api/interfaces/graphql/schema/shadow-crud'
import { documentRootFields } from './document-root-fields.js'

/** REST of Strapi has these operators, but its GraphQL doesn't. */
const restOnly = new Set(['$startsWithi', '$endsWithi'])

const versionTypes: readonly (readonly [name: string, sdl: string])[] = [
  ['PublicationStatus', 'enum PublicationStatus {\n  DRAFT\n  PUBLISHED\n}'],
  [
    'PublicationFilter',
    `enum PublicationFilter {
  NEVER_PUBLISHED
  HAS_PUBLISHED_VERSION
  MODIFIED
  UNMODIFIED
  NEVER_PUBLISHED_DOCUMENT
  HAS_PUBLISHED_VERSION_DOCUMENT
  PUBLISHED_WITHOUT_DRAFT
  PUBLISHED_WITH_DRAFT
}`,
  ],
]

/**
 * Returns the types of the queries of Strapi 5 by their names. It has no mutations, and no types of Strapi's
 * plugins that the model doesn't contain.
 */
export function documentDefinitions(registry: Registry): Definitions {
  const contentTypes = [...registry.contentTypes.values()].filter(isShown)
  const schemas = [...registry.components.values(), ...contentTypes]
  const definitions = new Map([
    ...commonTypes,
    ...filterInputs(restOnly),
    ...versionTypes,
    ...schemas.flatMap((schema) => schemaTypes(registry, schema)),
    ['GenericMorph', `union GenericMorph = ${schemas.map(typeName).join(' | ')}`] as const,
    [
      'Query',
      block(
        'type',
        'Query',
        documentRootFields(registry).map(({ sdl }) => sdl),
      ),
    ] as const,
  ])
  return reachable(definitions, ['Query'])
}

type Definition = readonly [name: string, sdl: string]

function schemaTypes(registry: Registry, schema: Schema): readonly Definition[] {
  const name = typeName(schema)
  const shown = Object.entries(schema.attributes).filter(
    ([attributeName, attribute]) => isGraphqlName(attributeName) && isPublic(attributeName, attribute),
  )
  const filters = shown.flatMap(([attributeName, attribute]) => filterField(registry, schema, attributeName, attribute))
  return [
    ...shown.flatMap(([attributeName]) =>
      attributeDefinitions({ registry, shadow: wholeShadow }, schema, attributeName),
    ),
    [
      derivedNames.filters(name),
      block('input', derivedNames.filters(name), [...filters, ...groupFields(derivedNames.filters(name))]),
    ],
    [
      name,
      block('type', name, [
        ...(schema.model === 'component' ? ['id: ID!'] : []),
        ...shown.flatMap(([attributeName, attribute]) => outputFields(registry, schema, attributeName, attribute)),
        ...(hasRelatedField(schema) ? [`${relatedField}: [GenericMorph]`] : []),
      ]),
    ],
    ...(schema.model === 'contentType' ? collectionsOf(schema) : []),
  ]
}

/** Creators aren't part of GraphQL. */
function isPublic(name: string, attribute: Attribute): boolean {
  return attribute.private !== true && name !== 'id' && name !== 'createdBy' && name !== 'updatedBy'
}

function collectionsOf(type: ContentType): readonly Definition[] {
  const name = typeName(type)
  const nodes = `nodes: [${name}!]!`
  const { collection, relation } = derivedNames
  return [
    [collection(name), block('type', collection(name), [nodes, 'pageInfo: Pagination!'])],
    [relation(name), block('type', relation(name), [nodes])],
  ]
}

function outputFields(registry: Registry, schema: Schema, name: string, attribute: Attribute): readonly string[] {
  if (name === 'documentId') return ['documentId: ID!']
  const required = attribute.required ? '!' : ''
  // Strapi 5 shows the hashes of passwords. Queries of them are forwarded.
  if (attribute.type === 'password') return [`${name}: String${required}`]
  if (attribute.type === 'media') {
    return linkFields(name, fileContentType(registry), attribute.multiple, required)
  }
  if (attribute.type === 'relation') {
    const target = linkTarget(attribute, registry)
    const many = relatesToMany(attribute)
    if (target?.model === 'contentType') return isShown(target) ? linkFields(name, target, many, required) : []
    return [`${name}: ${many ? '[GenericMorph]' : 'GenericMorph'}${required}`]
  }
  const type = attributeType(attribute).output(attribute, { registry, schema, name })
  return type === null ? [] : [`${name}${type}`]
}

function linkFields(name: string, target: ContentType, many: boolean, required: string): readonly string[] {
  const type = typeName(target)
  if (!many) return [`${name}: ${type}${required}`]
  const args = target.kind === 'singleType' ? '' : `(${rowsArguments(target).join(', ')})`
  return [`${name}_connection${args}: ${derivedNames.relation(type)}${required}`, `${name}${args}: [${type}]!`]
}

function filterField(registry: Registry, schema: Schema, name: string, attribute: Attribute): readonly string[] {
  // Filters of a single type have no id of a document.
  if (name === 'documentId')
    return schema.model === 'contentType' && schema.kind === 'singleType' ? [] : [`${name}: IDFilterInput`]
  const type = isScalar(attribute)
    ? attributeType(attribute).filter(attribute, { registry, schema, name })
    : filterOfLink(registry, attribute)
  return type === null ? [] : [`${name}: ${type}`]
}

function filterOfLink(registry: Registry, attribute: LinkAttribute): string | null {
  const isFilterable = attribute.type === 'component' || (attribute.type === 'relation' && !isMorph(attribute))
  const target = isFilterable ? linkTarget(attribute, registry) : undefined
  if (!target || (target.model === 'contentType' && !isShown(target))) return null
  return derivedNames.filters(typeName(target))
}
