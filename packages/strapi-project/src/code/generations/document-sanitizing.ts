import type { SanitizingRules } from '../entity-service/content-sanitize.js'
import type { OpenDocuments } from './documents.js'

/** The rules of Strapi 5 for queries and bodies of the generated routes. */
export const documentSanitizing = (content: () => Pick<OpenDocuments, 'rules'>): SanitizingRules => ({
  parameters: [
    'fields',
    'populate',
    'status',
    'locale',
    'sort',
    'filters',
    'pagination',
    '_q',
    'publicationFilter',
    'hasPublishedVersion',
  ],
  zonesByComponent: true,
  checkQuery: (type, query, { can, strict }) => content().rules.checkQuery(type, query, { can, strict }),
  checkInput: (data, type, { can }) => content().rules.checkData(type, data, can),
})
