import type { GraphqlOnDemand } from './graphql/on-demand.js'
import { loadBodyReader } from './http/message-request.js'
import { loadNodemailer } from './mail/providers.js'
import type { Parts } from './open-parts.js'
import type { Database } from '@content-api/engine/database'
import { loadFileTypes } from './upload/identify-file.js'

/**
 * Returns a function that loads the modules that the configuration needs and that requests would load on
 * demand. It loads them once and one after the other, because requests are served meanwhile.
 * @throws ExtensionError for a mistake in a GraphQL extension; Error if a module can't be loaded (the
 * returned function)
 */
export function modulesOnce(parts: Parts, graphql: GraphqlOnDemand): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () => (loading ??= loadModules(parts, graphql))
}

async function loadModules({ config, database, logger }: Parts, graphql: GraphqlOnDemand): Promise<void> {
  await logger.load()
  await loadBodyReader()
  await loadFileTypes()
  const { smtp, provider } = config.mail
  if (smtp !== undefined && !provider) await loadNodemailer()
  if (config.database.dialect === 'sqlite') openWriteConnection(database)
  await graphql.load()
  await graphql.openExtended()
  logger.debug('All modules are loaded')
}

/**
 * Runs an empty write, because the first write opens the connection. Nothing waits for it: another process
 * may lock the file at the moment. If it fails, the next write opens the connection.
 */
function openWriteConnection(database: Database): void {
  database.write(() => Promise.resolve()).catch(() => undefined)
}
