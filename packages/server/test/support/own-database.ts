import type { Database } from '../../../engine/src/database/database.js'
import type { ContentApi } from '../../src/content-api.js'

/** Returns the database of a service whose tables this server defines: of no Strapi 5 project. */
export const ownDatabase = ({ database }: Pick<ContentApi, 'database'>): Database => database as Database
