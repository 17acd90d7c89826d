import type { Layout } from '../layout/layout.js'
import type { StrapiTables } from '../layout/strapi/system-tables.js'

/**
 * Returns the tables of Strapi that belong to no content type.
 *
 * @throws Error unless the layout is that of Strapi's tables
 */
export function strapiTablesOf({ strapi }: Layout): StrapiTables {
  if (!strapi) throw new Error('This layout is not that of the tables of Strapi')
  return strapi
}
