import type { Layout } from '@content-api/engine/layout'
import type { StrapiLayout } from '../layout/strapi-layout.js'
import type { StrapiTables } from '../layout/system-tables.js'

/**
 * Returns the tables of Strapi that belong to no content type.
 *
 * @throws Error unless the layout is that of Strapi's tables
 */
export function strapiTablesOf(layout: Layout): StrapiTables {
  if (!isOfStrapi(layout)) throw new Error('This layout is not that of the tables of Strapi')
  return layout.strapi
}

const isOfStrapi = (layout: Layout): layout is StrapiLayout => 'strapi' in layout
