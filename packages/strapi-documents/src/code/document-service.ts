import type { ContentType } from '@content-api/model'
import type { Reader, WriteTransaction } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import type { WritableLayout } from '@content-api/engine/layout'
import type { Values } from '@content-api/engine/plan'
import { unknownName } from '@content-api/core/errors/extension-error'
import type { Caller } from '@content-api/core/entries/caller'
import type { DocumentSettings, WriteScope } from '../documents/context.js'
import { localeOf, localesOf } from '../documents/write-target.js'
import { DocumentWriter, type Locales } from '../documents/write-documents.js'
import { hashPasswords } from '../input/hash-passwords.js'
import type { Version } from '../rows/row.js'
import type { DocumentAction, DocumentMiddleware, DocumentMiddlewares } from './document-middlewares.js'
import {
  dataOf,
  documentIdOf,
  pageOf,
  queryOf,
  requireOneLocale,
  selectionOf,
  statusOf,
} from './document-parameters.js'
import type { ReadHooks } from './read-hooks.js'
import { hookParametersOf, withHookParameters } from './row-parameters.js'
import { type ProjectEntry, type ProjectReads, type ProjectReadsOptions, withResultChanges } from './project-reads.js'

/** The result of actions on all versions of a document, or on its versions in some locales. */
export interface DocumentEntries {
  readonly documentId: string
  readonly entries: ProjectEntry[]
}

/**
 * The actions on the documents of one content type, like `strapi.documents(uid)` of Strapi 5. Their parameters
 * are `documentId`, `data`, `locale`, `status` (a draft by default), `filters`, `fields`, `sort`, `populate`,
 * `start`, `limit`, `_q`, `hasPublishedVersion` and `publicationFilter`.
 */
export interface Documents {
  /** Returns null if the document has no such version. @throws ApiError ValidationError */
  findOne(parameters: Values): Promise<ProjectEntry | null>
  findFirst(parameters?: Values): Promise<ProjectEntry | null>
  /** Returns all documents without `limit`. */
  findMany(parameters?: Values): Promise<ProjectEntry[]>
  count(parameters?: Values): Promise<number>
  /** Creates a draft; with the status `published` a published version too, which it returns. */
  create(parameters: Values): Promise<ProjectEntry>
  /** Returns null if there is no such document. A locale that the document lacks is added. */
  update(parameters: Values): Promise<ProjectEntry | null>
  /**
   * Deletes the versions in the default locale, in `locale`, in a list of locales, or in all (`*`). The next
   * functions take `locale` in the same way.
   */
  delete(parameters: Values): Promise<DocumentEntries>
  /** Copies the drafts of a document to a new one. `data` has other values for the copies. */
  clone(parameters: Values): Promise<ClonedEntries>
  /** Publishes the drafts: all or none. Absent for types without drafts, as the next two functions. */
  publish?(parameters: Values): Promise<DocumentEntries>
  /** Deletes the published versions, and returns them. */
  unpublish?(parameters: Values): Promise<DocumentEntries>
  /** Replaces the drafts by the published versions. A draft that was never published stays. */
  discardDraft?(parameters: Values): Promise<DocumentEntries>
}

/** The clones of a document. Without any, they have no `documentId`. */
export interface ClonedEntries extends Omit<DocumentEntries, 'documentId'> {
  readonly documentId: string | undefined
}

/** The documents of all content types. */
export interface DocumentService {
  /** @throws ExtensionError for an unknown uid */
  documents(uid: string): Documents
  readonly defaultLocale: string
  /** Adds a middleware around the actions of all types. Returns a function that removes it. */
  use(middleware: DocumentMiddleware): () => void
}

export interface DocumentServiceOptions extends ProjectReadsOptions {
  /** Returns what writes for a caller depend on. */
  readonly writeScope: (caller: Caller) => WriteScope
  readonly settings: DocumentSettings
  readonly middlewares: DocumentMiddlewares
  readonly reads: ProjectReads
  /** The hooks of reads. */
  readonly hooks: ReadHooks
}

/** Creates the service for code of the project, which may read and write everything. */
export function createDocumentService(options: DocumentServiceOptions): DocumentService {
  const { registry, middlewares } = options
  const known = new Map<string, Documents>()
  return {
    documents(uid) {
      const type = registry.contentTypes.get(uid)
      if (!type) throw unknownName('The content type', uid, registry.contentTypes.keys())
      const documents = known.get(uid) ?? documentsOf({ ...options, type })
      known.set(uid, documents)
      return documents
    },
    defaultLocale: options.settings.defaultLocale,
    use: (middleware) => middlewares.use(middleware),
  }
}

interface TypeScope extends DocumentServiceOptions {
  readonly type: ContentType
}

type Act<Result> = (scope: TypeScope, parameters: Values, place: string) => Promise<Result>

function documentsOf(scope: TypeScope): Documents {
  const { type, middlewares } = scope
  const action =
    <Result>(name: DocumentAction, act: Act<Result>) =>
    async (parameters: Values = {}): Promise<Result> => {
      const place = `${name} of documents('${type.uid}')`
      const context = { uid: type.uid, contentType: type, action: name, params: parameters }
      return middlewares.run(context, (changed) => act(scope, changed, place))
    }
  return {
    findOne: action('findOne', findOne),
    findFirst: action('findFirst', findFirst),
    findMany: action('findMany', findMany),
    count: action('count', count),
    create: action('create', create),
    update: action('update', update),
    delete: action('delete', remove),
    clone: action('clone', clone),
    ...(type.draftAndPublish && {
      publish: action('publish', publish),
      unpublish: action('unpublish', unpublish),
      discardDraft: action('discardDraft', discardDraft),
    }),
  }
}

/** Runs the hooks of a read. They get the parameters of `strapi.db.query`, and may change them. */
function hooked<Result>(
  { type, hooks }: TypeScope,
  action: 'FindOne' | 'FindMany' | 'Count',
  parameters: Values,
  read: (parameters: Values) => Promise<Result>,
): Promise<Result> {
  if (!hooks.has(type, action)) return read(parameters)
  const call = { type, action, parameters: hookParametersOf(parameters) }
  return hooks.around(call, (changed) => read(withHookParameters(parameters, changed)))
}

async function findOne(scope: TypeScope, parameters: Values, place: string): Promise<ProjectEntry | null> {
  const { type, reads, hooks } = scope
  const documentId = documentIdOf(place, parameters)
  requireOneLocale(type, parameters)
  const filters = { ...(parameters['filters'] as Values | undefined), documentId }
  return hooked(
    scope,
    'FindOne',
    hooks.has(type, 'FindOne') ? { ...parameters, filters } : parameters,
    async (changed) => {
      const { sort: _, ...query } = queryOf(changed)
      // No row has this locale.
      if (type.localized && query['locale'] === '*') return null
      const read = reads.prepare({ type, query, mode: 'one', by: 'documentId' })
      return (await reads.run(read, documentId)) as ProjectEntry | null
    },
  )
}

async function findFirst(scope: TypeScope, parameters: Values): Promise<ProjectEntry | null> {
  const { type, reads } = scope
  requireOneLocale(type, parameters)
  return hooked(scope, 'FindOne', parameters, async (changed) => {
    const query = queryOf(changed)
    if (type.localized && query['locale'] === '*') return null
    return (await reads.run(reads.prepare({ type, query, mode: 'one', by: 'filters' }))) as ProjectEntry | null
  })
}

async function findMany(scope: TypeScope, parameters: Values): Promise<ProjectEntry[]> {
  const { type, reads } = scope
  return hooked(scope, 'FindMany', parameters, async (changed) => {
    const pagination = pageOf(changed)
    const read = reads.prepare({ type, query: queryOf(changed), mode: 'list', by: 'filters', pagination })
    return (await reads.run(read)) as ProjectEntry[]
  })
}

async function count(scope: TypeScope, parameters: Values): Promise<number> {
  const { type, reads } = scope
  return hooked(scope, 'Count', parameters, async (changed) => {
    const { sort: _, fields: _fields, populate: _populate, ...query } = queryOf(changed)
    const pagination = { by: 'offset', start: 0, limit: 1, withCount: true } as const
    const read = reads.prepare({ type, query, mode: 'list', by: 'filters', pagination, counts: true })
    return ((await reads.run(read)) as { readonly total: number }).total
  })
}

async function create(scope: TypeScope, parameters: Values, place: string): Promise<ProjectEntry> {
  const { type, settings } = scope
  const locale = localeOf(type, parameters, settings.defaultLocale)
  const status = statusOf(parameters)
  const data = await writtenData(scope, parameters, place)
  const { documentId } = data
  return write(scope, async (writer, tx) => {
    const id = typeof documentId === 'string' && documentId !== '' ? documentId : undefined
    const version = await writer.create({ type, locale }, data, status, id)
    return readVersion(scope, version, parameters, tx)
  })
}

async function update(scope: TypeScope, parameters: Values, place: string): Promise<ProjectEntry | null> {
  const { type, settings } = scope
  const documentId = documentIdOf(place, parameters)
  const locale = localeOf(type, parameters, settings.defaultLocale)
  const status = statusOf(parameters)
  const data = await writtenData(scope, parameters, place)
  return write(scope, async (writer, tx) => {
    const version = await writer.update({ type, documentId, locale }, data, status)
    return version && readVersion(scope, version, parameters, tx)
  })
}

async function remove(scope: TypeScope, parameters: Values, place: string): Promise<DocumentEntries> {
  const { type } = scope
  if (type.draftAndPublish && parameters['status'] === 'draft') {
    const message =
      'Cannot delete a draft document alone: delete removes both versions. discardDraft replaces the draft'
    throw new ApiError('ValidationError', message)
  }
  return removing(scope, parameters, place, {
    find: (writer, ...key) => writer.versions(...key),
    remove: (writer, ...key) => writer.delete(...key),
  })
}

async function unpublish(scope: TypeScope, parameters: Values, place: string): Promise<DocumentEntries> {
  return removing(scope, parameters, place, {
    find: async (writer, ...key) => (await writer.versions(...key)).filter(({ isDraft }) => !isDraft),
    remove: (writer, ...key) => writer.unpublish(...key),
  })
}

type VersionsWork = (
  writer: DocumentWriter,
  type: ContentType,
  documentId: string,
  locales: Locales,
) => Promise<readonly Version[]>

/** Reads versions, then removes them. */
async function removing(
  scope: TypeScope,
  parameters: Values,
  place: string,
  { find, remove: removeAll }: { readonly find: VersionsWork; readonly remove: VersionsWork },
): Promise<DocumentEntries> {
  const { type, settings, reads } = scope
  const documentId = documentIdOf(place, parameters)
  const locales = localesOf(type, parameters, settings.defaultLocale)
  // Each row shows what it is linked with, whatever the state is.
  const query = selectionOf(parameters)
  const read = reads.prepare({ type, query, mode: 'one', by: 'id', allVersions: true })
  return write(scope, async (writer, tx) => {
    const entries: ProjectEntry[] = []
    for (const { id } of await find(writer, type, documentId, locales)) {
      entries.push((await reads.run(read, id, tx)) as ProjectEntry)
    }
    await removeAll(writer, type, documentId, locales)
    return { documentId, entries }
  })
}

const publish: Act<DocumentEntries> = (scope, parameters, place) =>
  writing(scope, parameters, place, (writer, ...key) => writer.publish(...key))

const discardDraft: Act<DocumentEntries> = (scope, parameters, place) =>
  writing(scope, parameters, place, (writer, ...key) => writer.discardDraft(...key))

async function clone(scope: TypeScope, parameters: Values, place: string): Promise<ClonedEntries> {
  const data = parameters['data'] === undefined ? {} : await writtenData(scope, parameters, place)
  const { entries } = await writing(scope, parameters, place, (writer, ...key) => writer.clone(...key, data))
  return { documentId: entries[0]?.['documentId'] as string | undefined, entries }
}

/** Writes versions of a document and returns them. */
async function writing(
  scope: TypeScope,
  parameters: Values,
  place: string,
  work: VersionsWork,
): Promise<DocumentEntries> {
  const { type, settings } = scope
  const documentId = documentIdOf(place, parameters)
  const locales = localesOf(type, parameters, settings.defaultLocale)
  return write(scope, async (writer, tx) => {
    const entries: ProjectEntry[] = []
    for (const version of await work(writer, type, documentId, locales)) {
      entries.push(await readVersion(scope, version, parameters, tx))
    }
    return { documentId, entries }
  })
}

const writtenData = async ({ registry, type, caller }: TypeScope, parameters: Values, place: string) =>
  hashPasswords(registry, type, dataOf(place, parameters), caller().session?.client)

type Work<Result> = (writer: DocumentWriter, tx: WriteTransaction<WritableLayout>) => Promise<Result>

async function write<Result>({ database, writeScope, caller }: TypeScope, work: Work<Result>): Promise<Result> {
  const current = caller()
  const scope = writeScope(current)
  return database.write((tx) => work(new DocumentWriter(tx, scope), tx), { session: current.session })
}

/** Reads a written version, with linked entries in its state and with what hooks have changed in its result. */
async function readVersion(
  { reads, type }: TypeScope,
  { id, isDraft, resultChanges }: Version,
  parameters: Values,
  tx: Reader,
): Promise<ProjectEntry> {
  const query = { ...selectionOf(parameters), status: isDraft ? 'draft' : 'published' }
  const entry = (await reads.run(reads.prepare({ type, query, mode: 'one', by: 'id' }), id, tx)) as ProjectEntry
  return withResultChanges(entry, resultChanges)
}
