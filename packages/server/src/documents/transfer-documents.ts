import { countEntriesByType } from '@content-api/engine/transfer'
import { readRoleRows } from '@content-api/strapi-tables/accounts'
import { seedContent } from '@content-api/migrate/entries'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import type { AnyService } from '@content-api/core/composition/service'
import type { CodeAccess } from '@content-api/strapi-documents/service/install-documents'
import type { DocumentLines } from '@content-api/strapi-documents/transfer/document-line'
import { exportDocuments } from '@content-api/strapi-documents/transfer/export-documents'
import { importDocuments } from '@content-api/strapi-documents/transfer/import-documents'
import type { ContentTransfer } from '../content-api.js'

interface TransferOptions {
  readonly service: Pick<AnyService, 'registry' | 'database' | 'logger' | 'planning'>
  readonly documents: CodeAccess['documents']
  readonly uploads: Uploads
  readonly strictRelations: boolean
}

/** Returns the imports and exports of documents. Content of other programs comes by Strapi's own tools. */
export function transferDocuments({ service, documents, uploads, strictRelations }: TransferOptions): ContentTransfer {
  const { registry, database, logger, planning } = service
  const settings = { defaultLocale: planning.locales.default, strictRelations }
  const importEntries: ContentTransfer['importEntries'] = async (lines, { replace, dryRun, onProgress } = {}) => {
    if (replace)
      throw new Error('The content of a Strapi 5 project is not replaced here: start with an empty database.')
    const roles = new Map((await readRoleRows(database)).map(({ type, id }) => [type, id]))
    const options = {
      registry,
      database,
      settings,
      roles,
      ...(dryRun && { dryRun }),
      ...(onProgress && { onProgress }),
    }
    const types = await importDocuments(lines as DocumentLines, options)
    const entries = types.reduce((sum, type) => sum + type.entries, 0)
    return { entries, summary: { types, tokens: 0, roles: 0, leftOut: [] } }
  }
  return {
    store: () => {
      throw new Error("This is for Strapi 4. The content of a Strapi 5 project lies in Strapi's own tables.")
    },
    importEntries,
    async exportEntries(write) {
      let entries = 0
      for await (const line of exportDocuments({ registry, documents })) {
        await write(JSON.stringify(line))
        entries += 1
      }
      return { entries }
    },
    seed: (from) =>
      seedContent(
        {
          hasContent: () => hasContent(service),
          directory: uploads.directory,
          importLines: (lines) => importEntries(lines),
        },
        { from, log: (message) => logger.info(message) },
      ),
  }
}

/** Returns whether the project's own content types have entries. */
async function hasContent({ registry, database }: Pick<AnyService, 'registry' | 'database'>): Promise<boolean> {
  const types = [...registry.contentTypes.keys()].filter((uid) => uid.startsWith('api::'))
  return [...(await countEntriesByType(database, types)).values()].some((count) => count > 0)
}
