import { Client } from 'pg'

/**
 * Updates the statistics of a PostgreSQL database after a load. PostgreSQL does so by itself about a minute
 * later. Until then it plans with default statistics.
 */
export async function analyze(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query('ANALYZE')
  await client.end()
}
