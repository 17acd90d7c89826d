/**
 * What the page and the server say to each other. Every request of the page carries {@link tokenHeader} and
 * {@link actAsHeader}; the server reads them in development only, and answers 401 for another token, 403 for another host or
 * origin, 400 for an identity that doesn't exist.
 */
import type { Attribute, AttributeType } from '@content-api/model'

/** Holds the token that `content-api dev` prints. */
export const tokenHeader = 'Content-Api-Token'

/** Holds an {@link IdentityName}. Without it the request acts as its `Authorization` header says. */
export const actAsHeader = 'Content-Api-As'

/** Headers of responses of REST and GraphQL to requests that carry the token. */
export const responseHeaders = {
  /** The estimated cost of the request's reads, which `limits.queryCost` bounds; absent for a request without a read. */
  cost: 'Content-Api-Cost',
  /** How many SQL statements the request ran. */
  statements: 'Content-Api-Statements',
  /** Names the request in {@link explorerPaths.statements}. */
  trace: 'Content-Api-Trace',
} as const

export const explorerPaths = {
  /** Responds with an {@link ExplorerModel}. */
  model: '/content-api/explorer/model',
  /** Responds with {@link ExplorerIdentities}; it has the same content whatever identity is named. */
  identities: '/content-api/explorer/identities',
  /**
   * Responds with {@link TracedRequest}: `?trace=<id>`, and `&analyze=true` to run reads once more and measure them.
   * Unknown traces, and those of another identity, are 404. The last 200 requests are kept.
   */
  statements: '/content-api/explorer/statements',
} as const

/** `everything` passes every check of permissions; the others may do what their role or token may. */
export type IdentityName = 'everything' | 'public' | `role:${number}` | `user:${number}` | `token:${number}`

export interface Identity {
  readonly name: IdentityName
  /** For example `Editor` or `ada@example.com`. */
  readonly label: string
  /** What else tells it apart: the role of a user, the type of a token. */
  readonly detail: string | null
}

export interface ExplorerIdentities {
  /** Whether the configuration has no `permissions`: every identity but tokens may do everything then. */
  readonly open: boolean
  readonly roles: readonly Identity[]
  /** The first 200 by id; blocked users are left out. */
  readonly users: readonly Identity[]
  readonly tokens: readonly Identity[]
}

export type ExplorerAction = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'createLocalization'

/** The model as the identity may see it: what it may not see isn't named anywhere in it. */
export interface ExplorerModel {
  readonly identity: Identity
  readonly open: boolean
  /** In the order of their display names; types that have no routes, or of which every action is denied, are left out. */
  readonly types: readonly ExplorerType[]
  /** Types without routes of their own that attributes lead to, such as files and users; their filters and populates work alike. */
  readonly related: readonly ExplorerSchema[]
  /** The components that the attributes of `types` lead to. */
  readonly components: readonly ExplorerComponent[]
  /** Null where the identity may not list files. */
  readonly media: ExplorerMedia | null
  /** The default locale first; one member where nothing is localized. */
  readonly locales: readonly ExplorerLocale[]
  readonly api: ExplorerApi
}

export interface ExplorerMedia {
  readonly count: number
  readonly actions: readonly ('find' | 'findOne' | 'upload' | 'destroy')[]
  /** Below it are list, `/files/:id` and, as `POST`, the upload: `/api/upload`. */
  readonly path: string
}

export interface ExplorerLocale {
  readonly code: string
  readonly name: string
  readonly isDefault: boolean
}

export interface ExplorerApi {
  /** The prefix of REST, such as `/api`; empty for `/`. */
  readonly prefix: string
  /** Null where the configuration disables GraphQL. */
  readonly graphql: string | null
  /** Whether `/openapi` and `/openapi.json` are served. */
  readonly openapi: boolean
  /** `pageSize` of a request that says none, and the most that one may say. */
  readonly defaultPageSize: number
  readonly maxPageSize: number
}

export interface ExplorerSchema {
  readonly uid: string
  readonly displayName: string
  /** In the order of a response, `id` first. */
  readonly attributes: readonly ExplorerAttribute[]
  /** The attribute that stands for an entry in links and pickers; `id` where no text does. */
  readonly label: string
}

export interface ExplorerType extends ExplorerSchema {
  readonly kind: 'collectionType' | 'singleType'
  readonly singularName: string
  readonly pluralName: string
  /** Of its entries, such as `/api/articles`, or of the single entry. */
  readonly path: string
  readonly draftAndPublish: boolean
  readonly localized: boolean
  readonly actions: readonly ExplorerAction[]
  /** Entries in all locales, drafts included; null where the identity may not list them. */
  readonly count: number | null
  /** Null where the type isn't in the GraphQL schema. */
  readonly graphql: ExplorerGraphqlNames | null
}

export interface ExplorerGraphqlNames {
  /** Name of the entity's attributes, such as `Article`. */
  readonly type: string
  /** Field of one entry in `Query`, such as `article`. */
  readonly one: string
  /** Field of the list in `Query`, such as `articles`; null for single types. */
  readonly many: string | null
  /** Input types of arguments, such as `ArticleFiltersInput` and `ArticleInput`. */
  readonly filters: string
  readonly input: string
}

export interface ExplorerComponent extends ExplorerSchema {
  /** Name of its GraphQL type, for fragments in dynamic zones. */
  readonly graphql: string
}

/** An attribute with what its type allows. */
export interface ExplorerAttribute {
  readonly name: string
  readonly type: AttributeType
  /** False for what is written and never read: passwords and, for `everything` alone, private attributes. */
  readonly readable: boolean
  /** `id` and `createdAt` are `false`: the service sets them. */
  readonly writable: boolean
  readonly sortable: boolean
  /** The operators that filters may apply to it, such as `$contains`; empty where it can't be filtered by a value. */
  readonly operators: readonly string[]
  /** The options of its schema: `required`, `enum`, `target` of a relation, `component`, `components`, and so on. */
  readonly options: Attribute
}

export interface TracedRequest {
  readonly trace: string
  readonly method: string
  readonly path: string
  readonly dialect: 'sqlite' | 'postgres'
  /** In the order in which they ran. */
  readonly statements: readonly TracedStatement[]
  /** How many ran after the first 100; these aren't kept. */
  readonly dropped: number
  /** How many aren't shown, since they name tables or columns that the identity may not see. */
  readonly withheld: number
}

export interface TracedStatement {
  readonly sql: string
  /** In the order of the placeholders; strings over 1,000 characters are cut. */
  readonly parameters: readonly (string | number | boolean | null)[]
  /** A read can be measured again; a write is explained, never repeated. */
  readonly kind: 'read' | 'write'
  readonly milliseconds: number
  /** Null for statements that databases don't explain, such as `SAVEPOINT`. */
  readonly plan: StatementPlan | null
}

export interface StatementPlan {
  /** Rows of `EXPLAIN QUERY PLAN`, nested by their parents, or nodes of `EXPLAIN (FORMAT JSON)`. */
  readonly nodes: readonly PlanNode[]
  /** Only with `analyze=true`, for reads: how long the statement took, and how many rows it gave. */
  readonly analyzed: { readonly milliseconds: number; readonly rows: number } | null
  /** What the database answered, for a button that copies it: text of SQLite, JSON of PostgreSQL. */
  readonly raw: string
}

export interface PlanNode {
  /** For example `SEARCH articles USING INDEX articles_title (title=?)`. */
  readonly text: string
  /** Estimates, and measurements with `analyze=true`; SQLite gives none. */
  readonly figures: Readonly<Record<string, number>>
  readonly children: readonly PlanNode[]
}
