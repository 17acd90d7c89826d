import { modelDocument } from '@content-api/conformance'

export interface Attribute {
  readonly type: string
  readonly relation?: string
  readonly target?: string
  readonly mappedBy?: string
  readonly inversedBy?: string
  readonly component?: string
  readonly repeatable?: boolean
  readonly components?: readonly string[]
  readonly multiple?: boolean
  readonly required?: boolean
  readonly unique?: boolean
  readonly private?: boolean
  readonly default?: unknown
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly regex?: string
  readonly enum?: readonly string[]
  readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } }
}

/** A content type or a component of this server. */
export interface Schema {
  readonly uid: string
  readonly attributes: Readonly<Record<string, Attribute>>
  readonly singular: string
  readonly plural: string
  readonly single: boolean
  readonly drafts: boolean
  readonly localized: boolean
  readonly creators: boolean
  readonly component: boolean
  /** Whether its rows are versions of documents. */
  readonly documents: boolean
}

/** The content types and components of a server, by uid. */
export interface Model {
  readonly types: ReadonlyMap<string, Schema>
  readonly components: ReadonlyMap<string, Schema>
}

type ContentType = (typeof modelDocument.contentTypes)[number]

function typesOf(contentTypes: readonly ContentType[], documents: boolean): Model['types'] {
  return new Map(
    contentTypes.map((type) => {
      const uid = `api::${type.info.singularName}.${type.info.singularName}`
      return [
        uid,
        {
          uid,
          attributes: type.attributes,
          singular: type.info.singularName,
          plural: type.info.pluralName,
          single: type.kind === 'singleType',
          drafts: type.options.draftAndPublish,
          localized: type.pluginOptions.i18n?.localized === true,
          creators: !documents && type.options.populateCreatorFields === true,
          component: false,
          documents,
        },
      ]
    }),
  )
}

const componentSchemas: Model['components'] = new Map(
  Object.entries(modelDocument.components).map(([uid, { attributes }]) => [
    uid,
    {
      uid,
      attributes,
      singular: uid,
      plural: uid,
      single: false,
      drafts: false,
      localized: false,
      creators: false,
      component: true,
      documents: false,
    },
  ]),
)

const { contentTypes, optionalContentTypes } = modelDocument

/** The model of the specification: an entry is a row. */
export const entryModel: Model = {
  types: typesOf([...contentTypes, optionalContentTypes.arrayAttribute], false),
  components: componentSchemas,
}

/** The model of Strapi 5: a document has a row for each version and locale. */
export const documentModel: Model = { types: typesOf(contentTypes, true), components: componentSchemas }

const linkTypes = new Set(['relation', 'media', 'component', 'dynamiczone'])
export const isLink = ({ type }: Attribute) => linkTypes.has(type)
export const isToMany = ({ relation }: Attribute) => relation === 'oneToMany' || relation === 'manyToMany'

const standard: Readonly<Record<string, Attribute>> = {
  id: { type: 'integer' },
  createdAt: { type: 'datetime' },
  updatedAt: { type: 'datetime' },
}

/** Every attribute that has a value and can be named in a query, in the order of responses. */
export function valueAttributes(schema: Schema): Record<string, Attribute> {
  const declared = Object.entries(schema.attributes).filter(
    ([, attribute]) => !isLink(attribute) && attribute.private !== true && attribute.type !== 'password',
  )
  if (schema.component) return { id: { type: 'integer' }, ...Object.fromEntries(declared) }
  return {
    ...(schema.documents ? { documentId: { type: 'string' } } : {}),
    ...Object.fromEntries(declared),
    ...standard,
    ...(schema.drafts || schema.documents ? { publishedAt: { type: 'datetime' } } : {}),
    ...(schema.localized ? { locale: { type: 'string' } } : {}),
  }
}

/** Every attribute that populate can name. */
export function linkAttributes(schema: Schema): Record<string, Attribute> {
  return {
    ...Object.fromEntries(Object.entries(schema.attributes).filter(([, attribute]) => isLink(attribute))),
    ...(schema.localized ? { localizations: { type: 'relation', relation: 'oneToMany', target: schema.uid } } : {}),
    ...(schema.creators ? { createdBy: { type: 'creator' }, updatedBy: { type: 'creator' } } : {}),
  }
}
