/** Types whose value is stored in a column of the entry's own table (specification §2.3). */
export const scalarTypes = [
  'string',
  'text',
  'richtext',
  'enumeration',
  'email',
  'password',
  'uid',
  'date',
  'time',
  'datetime',
  'timestamp',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
  'array',
  'json',
  'blocks',
] as const

/** Types that refer to other rows. Responses contain them only when they are populated (specification §1). */
export const linkTypes = ['media', 'relation', 'component', 'dynamiczone'] as const

export type ScalarType = (typeof scalarTypes)[number]
export type LinkType = (typeof linkTypes)[number]
export type AttributeType = ScalarType | LinkType

export interface CommonOptions {
  readonly required?: boolean
  readonly unique?: boolean
  /** Never leaves the server: not in responses, filters, sorts or searches. */
  readonly private?: boolean
  /** False: the search parameter `_q` skips the attribute. */
  readonly searchable?: boolean
  /** True: each locale has its own value. Otherwise all localizations of an entry share one. */
  readonly localized?: boolean
  /** When Strapi 5 shows and requires the attribute. This service always does. */
  readonly conditions?: object
}

export interface ScalarAttribute extends CommonOptions {
  readonly type: ScalarType
  readonly default?: unknown
  readonly min?: number | string
  readonly max?: number | string
  readonly minLength?: number
  readonly maxLength?: number
  /**
   * The source of a JavaScript regular expression. It is checked for catastrophic backtracking when the model
   * is loaded.
   */
  readonly regex?: string
  /** The allowed values of an enumeration. */
  readonly enum?: readonly string[]
  /** On a uid: the attribute from which the server generates an absent value. */
  readonly targetField?: string
  /** The name of a custom field, such as `plugin::slug.slug`. `type` is the type that it stores. */
  readonly customField?: string
  /** The options of a custom field, for the code of its plugin. */
  readonly options?: Readonly<Record<string, unknown>>
}

export const mediaKinds = ['images', 'videos', 'files', 'audios'] as const
export type MediaKind = (typeof mediaKinds)[number]

export interface MediaAttribute extends CommonOptions {
  readonly type: 'media'
  readonly multiple: boolean
  readonly allowedTypes: readonly MediaKind[]
}

export const relationKinds = [
  'oneToOne',
  'oneToMany',
  'manyToOne',
  'manyToMany',
  'morphToOne',
  'morphToMany',
  'morphOne',
  'morphMany',
] as const
export type RelationKind = (typeof relationKinds)[number]

export interface RelationAttribute extends CommonOptions {
  readonly type: 'relation'
  readonly relation: RelationKind
  /** The uid of the content type. Absent on morphToOne and morphToMany, which may refer to any type. */
  readonly target?: string
  /** On the inverse side: the attribute of the target that owns the relation. */
  readonly mappedBy?: string
  /** On the owning side of a bidirectional relation: the attribute of the target that mirrors it. */
  readonly inversedBy?: string
  /** On morphOne and morphMany: the morph attribute of the target that owns the relation. */
  readonly morphBy?: string
}

export interface ComponentAttribute extends CommonOptions {
  readonly type: 'component'
  readonly component: string
  readonly repeatable: boolean
  readonly min?: number
  readonly max?: number
}

export interface DynamicZoneAttribute extends CommonOptions {
  readonly type: 'dynamiczone'
  readonly components: readonly string[]
  readonly min?: number
  readonly max?: number
}

export type LinkAttribute = MediaAttribute | RelationAttribute | ComponentAttribute | DynamicZoneAttribute
export type Attribute = ScalarAttribute | LinkAttribute

const scalarSet: ReadonlySet<string> = new Set(scalarTypes)

export function isScalar(attribute: Attribute): attribute is ScalarAttribute {
  return scalarSet.has(attribute.type)
}
