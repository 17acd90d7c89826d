import { type ContentType, isRecord, type Registry } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { FlatEntry } from '@content-api/core/entries/hooks/hook'
import { ExtensionError, unknownName } from '@content-api/core/errors/extension-error'
import { readId } from '@content-api/core/query/raw-value'
import type { DocumentService } from './document-service.js'
import type { ProjectEntry } from './project-reads.js'
import { hookParametersOf } from './row-parameters.js'
import type { RowPage, RowQuery } from './row-queries.js'

/** A number, or a string of digits from a path. */
type RowId = number | string

type WriteParameters = Values & { readonly data: Values }

/**
 * Reads and writes content like `strapi.entityService` of Strapi 5, which is deprecated there: on documents, by the
 * ids of rows. All functions throw an ExtensionError for an unknown uid.
 */
export interface EntityService {
  /** Returns drafts unless `status` is `published`. For a single type it returns the entry or null. */
  findMany(uid: string, parameters?: Values): Promise<FlatEntry[]>
  /** Returns a page of rows: drafts and published ones. */
  findPage(uid: string, parameters?: Values): Promise<RowPage>
  /** Returns the draft of the document that the row belongs to, unless `status` is `published`. */
  findOne(uid: string, id: RowId, parameters?: Values): Promise<FlatEntry | null>
  count(uid: string, parameters?: Values): Promise<number>
  /** Creates a document that is published, unless `publishedAt` is null. */
  create(uid: string, parameters: WriteParameters): Promise<FlatEntry>
  /** Changes the document of a row, in its locale. The row of a published version publishes it. */
  update(uid: string, id: RowId, parameters: WriteParameters): Promise<FlatEntry | null>
  /** Deletes the document of a row in its locale, and returns the row. */
  delete(uid: string, id: RowId, parameters?: Values): Promise<FlatEntry | null>
}

interface EntityServiceOptions {
  readonly registry: Registry
  readonly documents: DocumentService
  readonly query: (uid: string) => RowQuery
}

export function createEntityService({ registry, documents, query }: EntityServiceOptions): EntityService {
  const typeOf = (uid: string): ContentType => {
    const type = registry.contentTypes.get(uid)
    if (!type) throw unknownName('The content type', uid, registry.contentTypes.keys())
    return type
  }
  /** Returns the row, and the key of its document. Other locales than the default one are named. */
  const rowOf = async (uid: string, given: unknown): Promise<ProjectEntry | null> => {
    if (given === undefined) throw new ExtensionError(`The id of the entry of ${uid} is undefined. Pass a number.`)
    typeOf(uid)
    const id = readId(given)
    return id === null ? null : query(uid).findOne({ where: { id } })
  }
  const keyOf = ({ documentId, locale }: ProjectEntry, { locale: given }: Values): Values => ({
    documentId,
    ...(given === undefined && typeof locale === 'string' && locale !== documents.defaultLocale && { locale }),
  })
  return {
    async findMany(uid, parameters = {}) {
      const { kind } = typeOf(uid)
      const found = documents.documents(uid)
      if (kind === 'singleType') return (await found.findFirst(parameters)) as unknown as FlatEntry[]
      return (await found.findMany(parameters)) as FlatEntry[]
    },
    async findPage(uid, parameters = {}) {
      typeOf(uid)
      const { page, pageSize, _q } = parameters
      const { offset: _, limit: _limit, ...listed } = hookParametersOf(parameters)
      const paged = { ...listed, ...(page !== undefined && { page }), ...(pageSize !== undefined && { pageSize }) }
      return query(uid).findPage({ ...paged, ...(_q !== undefined && { _q }) })
    },
    async findOne(uid, id, parameters = {}) {
      const row = await rowOf(uid, id)
      if (!row) return null
      return (await documents.documents(uid).findOne({ ...parameters, ...keyOf(row, parameters) })) as FlatEntry | null
    },
    count: (uid, parameters = {}) => documents.documents(uid).count(parameters),
    async create(uid, parameters) {
      const { draftAndPublish } = typeOf(uid)
      const { data } = parameters
      const isDraft = draftAndPublish && isRecord(data) && data['publishedAt'] === null
      const status = isDraft ? 'draft' : 'published'
      return (await documents.documents(uid).create({ ...parameters, status })) as FlatEntry
    },
    async update(uid, id, parameters) {
      const row = await rowOf(uid, id)
      if (!row) return null
      const isDraft = typeOf(uid).draftAndPublish && row['publishedAt'] === null
      const status = isDraft ? 'draft' : 'published'
      const changed = { ...parameters, status, ...keyOf(row, parameters) }
      return (await documents.documents(uid).update(changed)) as FlatEntry | null
    },
    async delete(uid, id, parameters = {}) {
      const row = await rowOf(uid, id)
      if (!row) return null
      await documents.documents(uid).delete({ ...parameters, ...keyOf(row, parameters) })
      return row as FlatEntry
    },
  }
}
