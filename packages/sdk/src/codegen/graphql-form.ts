import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isListType,
  isObjectType,
} from 'graphql'
import type { ApiVersion } from './content-model.js'

/** How the GraphQL schemas of one version of Strapi name content types, their queries and their relations. */
export interface GraphQLForm {
  readonly api: ApiVersion
  /** Returns the types of entries, without their wrappers. */
  contentTypes(types: readonly GraphQLNamedType[]): GraphQLObjectType[]
  /** Returns the content type that a root query returns, and how it addresses entries. */
  endpoint(query: RootQuery): { readonly type: string; readonly kind: 'collection' | 'single' } | undefined
  /** Returns the content type that a field of a content type or component leads to. */
  relation(field: AnyField): { readonly type: string; readonly many: boolean } | undefined
  /** Returns whether a field repeats the content of another one, or is no attribute. */
  isRedundant(type: GraphQLObjectType, field: AnyField): boolean
  /** The fields of inputs that never are attributes. */
  readonly notInputs: ReadonlySet<string>
}

type AnyField = GraphQLField<unknown, unknown>
type RootQuery = Pick<AnyField, 'name' | 'type' | 'args'>

/** Strapi 4: the type `Article` of a content type has wrappers, such as `ArticleEntity`. */
const strapi4: GraphQLForm = {
  api: 'strapi4',
  contentTypes(types) {
    const entities = types.flatMap(({ name }) => /^(.+)Entity$/.exec(name)?.[1] ?? [])
    const isContentType = new Set(entities)
    return types.filter(isObjectType).filter(({ name }) => isContentType.has(name))
  },
  endpoint({ type, args }) {
    const [, entity, suffix] = /^(.+)EntityResponse(Collection)?$/.exec(getNamedType(type).name) ?? []
    if (entity === undefined) return undefined
    if (suffix) return { type: entity, kind: 'collection' }
    return args.some(({ name }) => name === 'id') ? undefined : { type: entity, kind: 'single' }
  },
  relation({ type }) {
    const [, target, kind] = /^(.+?)(EntityResponse|RelationResponseCollection)$/.exec(getNamedType(type).name) ?? []
    return target === undefined ? undefined : { type: target, many: kind === 'RelationResponseCollection' }
  },
  isRedundant: (_type, { name }) => name === 'id',
  notInputs: new Set(['id']),
}

/** Types of Strapi 5 that have a `documentId` and are no content types: a result, and the caller's account. */
const notContentTypes: ReadonlySet<string> = new Set(['DeleteMutationResponse', 'UsersPermissionsMe'])

const isDocument = (type: GraphQLNamedType): type is GraphQLObjectType =>
  isObjectType(type) && 'documentId' in type.getFields() && !notContentTypes.has(type.name)

/** Strapi 5: fields have content types as their types. Lists also exist as connections, `articles_connection`. */
const strapi5: GraphQLForm = {
  api: 'strapi5',
  contentTypes: (types) => types.filter(isDocument),
  endpoint({ type, args }) {
    const target = getNamedType(type)
    if (!isDocument(target)) return undefined
    if (isListType(getNullableType(type))) return { type: target.name, kind: 'collection' }
    return args.some(({ name }) => name === 'documentId') ? undefined : { type: target.name, kind: 'single' }
  },
  relation({ type }) {
    const target = getNamedType(type)
    return isDocument(target) ? { type: target.name, many: isListType(getNullableType(type)) } : undefined
  },
  isRedundant(parent, { name, type, deprecationReason }) {
    const target = getNamedType(type)
    const isCompatibility =
      target === parent && (name === 'attributes' || name === 'data') && Boolean(deprecationReason)
    return (
      name === 'id' || name === 'documentId' || isCompatibility || target.name.endsWith('RelationResponseCollection')
    )
  },
  notInputs: new Set(['id', 'locale', 'publishedAt']),
}

/** Returns the form of a schema: only that of Strapi 5 has `documentId`. */
export function formOf(schema: GraphQLSchema): GraphQLForm {
  return Object.values(schema.getTypeMap()).some(isDocument) ? strapi5 : strapi4
}
