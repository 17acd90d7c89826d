import type { DocumentQueryRules } from '@content-api/strapi-reads/graphql5/query-rules'
import { checkFilters, checkSort } from '../query/check-names.js'

/** The rules of queries that this server answers alone. */
export const servedRules: DocumentQueryRules = {
  servesAll: true,
  checkList(schema, { filters, sort }, context) {
    checkFilters(schema, filters, context)
    checkSort(schema, sort, context)
  },
}
