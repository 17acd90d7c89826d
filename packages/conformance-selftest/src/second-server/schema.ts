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
}

const document = modelDocument

/** Content types by uid. */
export const types: ReadonlyMap<string, Schema> = new Map(
  [...document.contentTypes, document.optionalContentTypes.arrayAttribute].map((type) => {
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
        creators: type.options.populateCreatorFields === true,
        component: false,
      },
    ]
  }),
)

/** Components by uid. */
export const componentSchemas: ReadonlyMap<string, Schema> = new Map(
  Object.entries(document.components).map(([uid, { attributes }]) => [
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
    },
  ]),
)

export function schemaOf(uid: string | undefined): Schema {
  const found = types.get(uid ?? '') ?? componentSchemas.get(uid ?? '')
  if (!found) throw new Error(`No schema '${uid ?? ''}'`)
  return found
}

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
    ...Object.fromEntries(declared),
    ...standard,
    ...(schema.drafts ? { publishedAt: { type: 'datetime' } } : {}),
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
