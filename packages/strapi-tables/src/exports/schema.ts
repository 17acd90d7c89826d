/** The tables of a Strapi 5 project: creates them, or adds what they lack. */
export { newDocumentId } from '../schema/document-id.js'
export { firstActionsOf, type FirstLocale } from '../schema/first-rows.js'
export {
  hasStrapiTables,
  type PreparedTables,
  type PrepareOptions,
  prepareStrapiTables,
} from '../schema/prepare-tables.js'
export { deleteSetting, storeSetting } from '../schema/stored-settings.js'
export { withRowTypes } from '../schema/system-types.js'
export { readPresentColumns } from '../schema/present-columns.js'
