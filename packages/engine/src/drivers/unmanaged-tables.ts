/** A table that every Strapi 4 application has. */
const strapiTable = 'strapi_core_store_settings'

/**
 * Explains why a database can't be used when other software has created tables with the same names. Returns
 * one message per table, or a single message for a Strapi 4 database.
 *
 * @param taken names of existing tables that the layout needs
 * @param present all tables of the database
 */
export function describeUnmanagedTables(taken: readonly string[], present: ReadonlySet<string>): string[] {
  if (taken.length > 0 && present.has(strapiTable)) {
    return [
      'The database belongs to a Strapi 4 application, whose tables have another structure. It was not changed. To ' +
        'use another one, set --database, DATABASE_URL or "database" in the configuration.',
    ]
  }
  return taken.map(
    (name) =>
      `The table ${name} already exists and belongs to another application: give the type another collectionName, or use another database.`,
  )
}
