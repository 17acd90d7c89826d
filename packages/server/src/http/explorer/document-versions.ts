import { ApiError } from '@content-api/engine/errors'
import type { Caller } from '@content-api/core/entries/caller'
import type { ModelParts } from './model.js'

const actions = ['publish', 'unpublish', 'discardDraft'] as const

interface ChangedVersions {
  readonly documentId: string
  /** The number of versions. */
  readonly versions: number
}

/**
 * Publishes or unpublishes a document, or discards its draft. Strapi 5 has no routes of REST for it.
 * @throws ApiError
 */
export async function changeVersions(
  { documents, database }: Pick<ModelParts, 'documents' | 'database'>,
  caller: Caller,
  { type: uid = '', document: documentId = '', action: name, locale }: Readonly<Record<string, string | undefined>>,
): Promise<ChangedVersions> {
  const type = database.registry.contentTypes.get(uid)
  if (!documents) throw new ApiError('NotFoundError', 'Only projects of Strapi 5 have documents')
  const action = actions.find((known) => known === name)
  if (!action) throw new ApiError('ValidationError', 'action must be publish, unpublish or discardDraft')
  if (documentId === '') throw new ApiError('ValidationError', 'Add ?document=, with a documentId')
  // An identity gets the same response for types that it may not see and for those that don't exist.
  if (!type || !caller.can('update', type)) throw new ApiError('ForbiddenError')
  const versions = documents.documents(uid)
  const change = versions[action]?.bind(versions)
  if (!change) throw new ApiError('ValidationError', 'Documents of this type have no drafts')
  const { entries } = await change({ documentId, ...(locale !== undefined && { locale }) })
  if (entries.length === 0) throw new ApiError('NotFoundError', 'The document has no such version')
  return { documentId, versions: entries.length }
}
