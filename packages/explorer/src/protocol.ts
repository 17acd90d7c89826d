/**
 * The protocol between the page and the server. The page's API requests have the headers
 * {@link actAsHeader} and, if the page has a token, {@link tokenHeader}. The server only reads them in
 * development. It responds with 401 to a wrong token, with 403 to another host or origin, and with 400 to an
 * identity that doesn't exist.
 */
import type { Attribute, AttributeType } from '@content-api/model'

/** The header with the token that `content-api dev` prints. */
export const tokenHeader = 'Content-Api-Token'

/** The header with an {@link IdentityName}. Without it, the `Authorization` header identifies the caller. */
export const actAsHeader = 'Content-Api-As'

/** Headers of responses of REST and GraphQL to requests that carry the token. */
export const responseHeaders = {
  /** The estimated cost of the request's reads, which `limits.queryCost` limits; absent for a request without reads. */
  cost: 'Content-Api-Cost',
  /** The number of SQL statements that the request ran. */
  statements: 'Content-Api-Statements',
  /** Identifies the request for {@link explorerPaths.statements}. */
  trace: 'Content-Api-Trace',
} as const

export const explorerPaths = {
  /** Responds with an {@link ExplorerModel}. */
  model: '/content-api/explorer/model',
  /** Responds with {@link ExplorerIdentities}. The content does not depend on the identity of the request. */
  identities: '/content-api/explorer/identities',
  /**
   * Responds with {@link TracedRequest} for `?trace=<id>`. With `&analyze=true` the server runs reads again
   * and measures them. Responds with 404 to unknown traces and to those of another identity. The server keeps
   * the last 200 requests.
   */
  statements: '/content-api/explorer/statements',
  /** Responds with {@link ExplorerWebhooks} to the identity `everything`, and with 403 to others. */
  webhooks: '/content-api/explorer/webhooks',
  /** `POST` with `?delivery=<id>` delivers again, in any state. Responds with `{ repeated: true }`, or with 404. */
  deliverAgain: '/content-api/explorer/webhooks/deliver-again',
  /**
   * `POST` with `?type=<uid>&document=<documentId>&action=<action>` changes the versions of a document of a Strapi 5
   * project, whose REST interface has no routes for it: `publish`, `unpublish` or `discardDraft`, in the default
   * locale or in `&locale=<locale>`. Responds with `{ documentId, versions }`, the number of changed versions; with
   * 403 to an identity that may not update the type; with 404 if nothing could be changed.
   */
  documents: '/content-api/explorer/documents',
} as const

/** `everything` has all permissions. The others have the permissions of their role or token. */
export type IdentityName = 'everything' | 'public' | `role:${number}` | `user:${number}` | `token:${number}`

export interface Identity {
  readonly name: IdentityName
  /** For example `Editor` or `ada@example.com`. */
  readonly label: string
  /** Further information: the role of a user, the type of a token. */
  readonly detail: string | null
}

export interface ExplorerIdentities {
  /** True if the configuration has no `permissions`. Then all identities except tokens have all permissions. */
  readonly open: boolean
  readonly roles: readonly Identity[]
  /** The first 200 users by id, without blocked users. */
  readonly users: readonly Identity[]
  readonly tokens: readonly Identity[]
}

export type ExplorerAction = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'createLocalization'

/** The part of the model that the identity may see. It contains no names of other parts. */
export interface ExplorerModel {
  readonly identity: Identity
  readonly open: boolean
  /** `documents` in Strapi 5 projects: flat, with a `documentId`, drafts and locales. */
  readonly form: 'entries' | 'documents'
  /** Sorted by display name, without types that have no routes or allow no action to this identity. */
  readonly types: readonly ExplorerType[]
  /**
   * Types that aren't in `types` but that attributes lead to, such as files and users. Filters and `populate`
   * work for them too.
   */
  readonly related: readonly ExplorerSchema[]
  /** The components that the attributes of `types` lead to. */
  readonly components: readonly ExplorerComponent[]
  /** Null if the identity may not list files. */
  readonly media: ExplorerMedia | null
  /** Whether the identity may see events, and something listens to them: a webhook or live clients. */
  readonly webhooks: boolean
  /** The default locale comes first. Only one element if nothing is localized. */
  readonly locales: readonly ExplorerLocale[]
  readonly api: ExplorerApi
}

export interface ExplorerMedia {
  readonly count: number
  readonly actions: readonly ('find' | 'findOne' | 'upload' | 'destroy')[]
  /** The path of the upload (`POST`), `/api/upload`. The list and single files are below it: `/files`, `/files/:id`. */
  readonly path: string
}

/** A webhook of the configuration, without its secret and headers. */
export interface ExplorerWebhook {
  readonly name: string
  readonly url: string
  readonly enabled: boolean
}

/** The delivery of an event to a webhook. Times are milliseconds since 1970. */
export interface ExplorerDelivery {
  readonly id: number
  readonly hook: string
  /** `dead`: the last attempt has failed. */
  readonly state: 'waiting' | 'delivered' | 'dead'
  /** The event, such as `entry.update`. */
  readonly name: string
  /** The uid of the content type. */
  readonly type: string
  readonly entry: number | null
  readonly attempts: number
  /** The status of the latest response; null without one. */
  readonly status: number | null
  /** The start of the latest response, or why there was none. */
  readonly response: string | null
  /** The time of the write. */
  readonly at: number
  readonly dueAt: number
  readonly attemptedAt: number | null
}

/** A write that webhooks and live clients are notified of. */
export interface ExplorerEvent {
  readonly id: number
  /** Such as `entry.update`. */
  readonly name: string
  /** The uid of the content type. */
  readonly type: string
  /** The id of the entry; null for an import. */
  readonly entry: number | null
  readonly locale: string | null
  /** The time of the write, in milliseconds since 1970. */
  readonly at: number
}

export interface ExplorerWebhooks {
  readonly webhooks: readonly ExplorerWebhook[]
  /** The newest 100. */
  readonly events: readonly ExplorerEvent[]
  /** The newest 100. */
  readonly deliveries: readonly ExplorerDelivery[]
}

export interface ExplorerLocale {
  readonly code: string
  readonly name: string
  readonly isDefault: boolean
}

export interface ExplorerApi {
  /** The prefix of REST, such as `/api`; empty for `/`. */
  readonly prefix: string
  /** The path of the GraphQL endpoint; null if the configuration disables GraphQL. */
  readonly graphql: string | null
  /** Whether `/openapi` and `/openapi.json` are served. */
  readonly openapi: boolean
  /** The `pageSize` of a request without one. `maxPageSize` is the greatest allowed value. */
  readonly defaultPageSize: number
  readonly maxPageSize: number
}

export interface ExplorerSchema {
  readonly uid: string
  readonly displayName: string
  /** In the order of a response, with `id` first. */
  readonly attributes: readonly ExplorerAttribute[]
  /** The attribute that represents an entry in links and pickers; `id` if no text attribute is suitable. */
  readonly label: string
}

export interface ExplorerType extends ExplorerSchema {
  readonly kind: 'collectionType' | 'singleType'
  readonly singularName: string
  readonly pluralName: string
  /** The path of its entries, such as `/api/articles`, or of the single entry. */
  readonly path: string
  readonly draftAndPublish: boolean
  readonly localized: boolean
  readonly actions: readonly ExplorerAction[]
  /** The number of entries in all locales, including drafts, or of documents; null if the identity may not list them. */
  readonly count: number | null
  /** Null if the type isn't in the GraphQL schema. */
  readonly graphql: ExplorerGraphqlNames | null
}

export interface ExplorerGraphqlNames {
  /** The type of the entity's attributes, such as `Article`. */
  readonly type: string
  /** The field of one entry in `Query`, such as `article`. */
  readonly one: string
  /** The field of the list in `Query`, such as `articles`; null for single types. */
  readonly many: string | null
  /** The input types of arguments, such as `ArticleFiltersInput` and `ArticleInput`. */
  readonly filters: string
  readonly input: string
}

export interface ExplorerComponent extends ExplorerSchema {
  /** The name of its GraphQL type, for fragments in dynamic zones. */
  readonly graphql: string
}

/** An attribute and the operations that it allows. */
export interface ExplorerAttribute {
  readonly name: string
  readonly type: AttributeType
  /**
   * False for attributes that can only be written: passwords and, for the identity `everything`, private
   * attributes.
   */
  readonly readable: boolean
  /** False for attributes that the service sets, such as `id` and `createdAt`. */
  readonly writable: boolean
  readonly sortable: boolean
  /** The filter operators for it, such as `$contains`; empty if filters can't compare its value. */
  readonly operators: readonly string[]
  /** The options of its schema: `required`, `enum`, `target` of a relation, `component`, `components`, and so on. */
  readonly options: Attribute
}

export interface TracedRequest {
  readonly trace: string
  readonly method: string
  readonly path: string
  readonly dialect: 'sqlite' | 'postgres'
  /** In the order of their execution. */
  readonly statements: readonly TracedStatement[]
  /** The number of statements after the first 100, which aren't kept. */
  readonly dropped: number
  /**
   * The number of statements that aren't shown because they contain tables or columns that the identity may
   * not see.
   */
  readonly withheld: number
}

export interface TracedStatement {
  readonly sql: string
  /** In the order of the placeholders. Strings are cut after 1,000 characters. */
  readonly parameters: readonly (string | number | boolean | null)[]
  /** Reads can be run again and measured. Writes are explained, but never repeated. */
  readonly kind: 'read' | 'write'
  readonly milliseconds: number
  /** Null for statements that databases don't explain, such as `SAVEPOINT`. */
  readonly plan: StatementPlan | null
}

export interface StatementPlan {
  /** Rows of `EXPLAIN QUERY PLAN`, nested by their parents, or nodes of `EXPLAIN (FORMAT JSON)`. */
  readonly nodes: readonly PlanNode[]
  /** The duration and the number of rows; only for reads with `analyze=true`. */
  readonly analyzed: { readonly milliseconds: number; readonly rows: number } | null
  /** The plan as the database returned it, to be copied: text from SQLite, JSON from PostgreSQL. */
  readonly raw: string
}

export interface PlanNode {
  /** For example `SEARCH articles USING INDEX articles_title (title=?)`. */
  readonly text: string
  /** Estimates, and measurements with `analyze=true`; empty for SQLite. */
  readonly figures: Readonly<Record<string, number>>
  readonly children: readonly PlanNode[]
}
