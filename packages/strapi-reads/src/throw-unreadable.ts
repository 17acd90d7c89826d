import { isMissingTableOrColumn, isPermissionDenied } from '@content-api/engine/database'
import type { BesideSettings } from './settings/beside-settings.js'

/**
 * Explains why the tables of Strapi can't be read.
 * @throws Error for a database without tables of Strapi, and for a role that may not read them; other errors
 * as they are
 */
export function throwUnreadable(error: unknown, { connection }: Pick<BesideSettings, 'connection'>): never {
  const database = connection.dialect === 'sqlite' ? `database ${connection.file}` : 'PostgreSQL database'
  const message = isMissingTableOrColumn(error)
    ? `The ${database} has no tables of Strapi. Start Strapi with it first.`
    : isPermissionDenied(error)
      ? `The role of the ${database} may not read the tables of Strapi: ${(error as Error).message}. Grant it the right to read all tables.`
      : null
  throw message === null ? error : new Error(message, { cause: error })
}
