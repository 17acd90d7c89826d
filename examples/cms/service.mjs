import { fileURLToPath } from 'node:url'
import { createContentApi } from '@content-api/server'
import { addContent, demo } from './content.mjs'

/**
 * Serves the articles, and adds them to a new database. Returns the service and its `url`.
 *
 * @param database the file of the database, in a folder that exists
 * @param uploads the folder of the uploaded files
 * @param port 0 for any free port
 * @param webhooks for writes after the content has been added
 */
export async function serveArticles({ database, uploads, port = 0, webhooks = [] }) {
  const project = fileURLToPath(new URL('.', import.meta.url))
  const api = await createContentApi({
    project,
    development: true,
    database,
    config: { port, upload: { directory: uploads }, webhooks },
  })
  const { url } = await api.listen()
  const tokens = await api.accounts.listTokens()
  if (tokens.length === 0) {
    const token = await api.accounts.createToken({ name: 'content', type: 'full-access' })
    await addContent({ url, token })
  }
  return { api, url, demo }
}
