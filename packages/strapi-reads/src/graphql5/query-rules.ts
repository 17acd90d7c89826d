import type { Schema } from '@content-api/model'
import type { PlanContext } from '@content-api/core/query/plan-context'
import type { Values } from '@content-api/engine/plan'

/** How queries are read, as far as it depends on who responds to them. */
export interface DocumentQueryRules {
  /** Whether this server responds to everything. Otherwise Strapi gets what isn't read here in the same way. */
  readonly servesAll: boolean
  /** Checks the names in the arguments of a list, with the messages of the server. @throws ApiError */
  readonly checkList: (schema: Schema, list: ListNames, context: PlanContext) => void
}

/** The arguments of a list with names of attributes, in the form of REST. */
interface ListNames {
  readonly filters: Values
  readonly sort: unknown
}

/** The rules beside a running Strapi, which has the messages. */
export const queriesBesideStrapi: DocumentQueryRules = { servesAll: false, checkList: () => undefined }
