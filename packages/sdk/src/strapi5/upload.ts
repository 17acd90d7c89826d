import type { Extension } from '../client.js'
import type { DocumentFile } from '../types/document-file.js'
import { type Upload, upload as uploadOfBoth } from '../upload/upload.js'

/**
 * Adds uploads to a client of Strapi 5: `upload` of `@content-api/sdk`, whose files also have a `documentId`.
 *
 * @example
 * ```ts
 * import { createClient } from '@content-api/sdk'
 * import { strapi5, upload } from '@content-api/sdk/strapi5'
 *
 * const api = createClient({ baseURL: 'https://cms.example.org', api: strapi5(), token: 'an-api-token' }).with(upload())
 * const [file] = await api.upload(new File(['hello'], 'hello.txt'))
 * console.log(file?.documentId)
 * ```
 */
export function upload(): Extension<Upload<DocumentFile>> {
  return uploadOfBoth<DocumentFile>()
}
