import { Client } from 'pg'

/**
 * Vacuums and analyzes a PostgreSQL database after a load, as PostgreSQL does by itself about a minute later.
 * Until then it plans with default statistics and can't count rows in an index alone.
 */
export async function analyze(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}
