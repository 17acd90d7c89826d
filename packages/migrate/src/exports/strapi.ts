/** Content of Strapi 4: archives and databases in, archives out. */
export {
  type ExportedToStrapi,
  exportToStrapi,
  type LostContent,
  type ToStrapiOptions,
} from '../strapi-export/export-to-strapi.js'
export { importFromStrapi, type StrapiImport, type StrapiImportOptions } from '../strapi-import/import-from-strapi.js'
export { readStrapiSchemas } from '../strapi-source/schema-files.js'
