import type { Attribute } from './attribute.js'

export interface Index {
  readonly attributes: readonly string[]
  readonly unique?: boolean
}

/** A content type of a registry: checked, with every option resolved (specification §2.5). */
export interface ContentType {
  readonly model: 'contentType'
  readonly kind: 'collectionType' | 'singleType'
  /** For example `api::article.article` or `plugin::users-permissions.user`. */
  readonly uid: string
  /** The table's name. */
  readonly collectionName: string
  readonly singularName: string
  readonly pluralName: string
  readonly displayName: string
  readonly draftAndPublish: boolean
  readonly populateCreatorFields: boolean
  readonly localized: boolean
  /** The attributes of the schema file, in its order. */
  readonly declared: Readonly<Record<string, Attribute>>
  /**
   * Every attribute that a query can name, in the order of responses: `id`, the declared ones, `createdAt`,
   * `updatedAt`, then, where they apply, `publishedAt`, `locale`, `localizations`, `createdBy` and
   * `updatedBy`.
   */
  readonly attributes: Readonly<Record<string, Attribute>>
  readonly indexes: readonly Index[]
}

/** A component: a group of attributes without an endpoint of its own. */
export interface Component {
  readonly model: 'component'
  /** `<category>.<name>`, the value of `__component`. */
  readonly uid: string
  readonly category: string
  readonly collectionName: string
  readonly displayName: string
  readonly declared: Readonly<Record<string, Attribute>>
  /** `id` and the declared attributes. */
  readonly attributes: Readonly<Record<string, Attribute>>
}

export type Schema = ContentType | Component
