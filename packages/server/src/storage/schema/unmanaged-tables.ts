/** A table of every Strapi 4 application. */
const strapiTable = 'strapi_core_store_settings'

/**
 * Explains why a database can't be used in which other software has made tables of the same names: one sentence each.
 * @param taken names of tables that the layout needs and that are there already
 * @param present all tables of the database
 */
export function describeUnmanagedTables(taken: readonly string[], present: ReadonlySet<string>): string[] {
  if (taken.length > 0 && present.has(strapiTable)) {
    return [
      'The database belongs to a Strapi 4 application, whose tables are made in another way. It was left as it is: ' +
        'use another one, by --database, DATABASE_URL or "database" in the configuration.',
    ]
  }
  return taken.map(
    (name) =>
      `The table ${name} is there already and belongs to something else: give the type another collectionName, or use another database.`,
  )
}
