import type { ContentType } from '@content-api/model'
import { newDocumentId } from '@content-api/strapi-tables/schema'
import { type Copy, copyParts, linkFromCounterparts, linkToVersion, moveLinksTo } from '../rows/copy-parts.js'
import { resolveLinks } from '../input/resolve-links.js'
import { deleteRow } from '../rows/delete-row.js'
import {
  type Cell,
  cellsOf,
  copyRow,
  insertRow,
  tableOf,
  type Transaction,
  updateRow,
  type Version,
  versionColumns,
} from '../rows/row.js'
import { columnsOf } from '../rows/schema-links.js'
import { writeParts } from '../rows/write-row.js'
import { ApiError } from '@content-api/engine/errors'
import { checkDraft, checkRow, lockText } from './check-row.js'
import type { Values } from '@content-api/engine/plan'
import type { DocumentKey, DocumentSettings } from './context.js'
import { copyValues, sharedNames } from './shared-values.js'
import { findVersion, lockVersions } from './versions.js'

/** Throws unless the stored version of a document may be changed. It is null if the document lacks the locale. */
export type CheckStored = (stored: Version | null) => void

/** What a write stores: a draft only, or a published version too. */
export type WriteStatus = 'draft' | 'published'

/** Writes documents in one transaction: the storage part of Strapi 5's document service. */
export class DocumentWriter {
  constructor(
    readonly tx: Transaction,
    readonly settings: DocumentSettings,
  ) {}

  /**
   * Creates a document with one locale.
   * @param ownId the id of the document, if project code chooses it
   * @returns the version that the status names
   * @throws ApiError ValidationError; ApplicationError for an id that another document has in the locale
   */
  async create(
    { type, locale }: Omit<DocumentKey, 'documentId'>,
    data: Values,
    status: WriteStatus,
    ownId?: string,
  ): Promise<Version> {
    const documentId = ownId ?? newDocumentId()
    if (ownId !== undefined) await this.#rejectTaken({ type, locale, documentId })
    const draft = await this.#insert({ type, documentId, locale, isDraft: type.draftAndPublish }, data, null)
    return this.#finish(draft, [draft], status)
  }

  /**
   * Changes a document in one locale, which is added if the document lacks it.
   * @returns the version that the status names; null if there is no such document
   * @throws ApiError ValidationError
   */
  async update(
    { type, documentId, locale }: DocumentKey,
    data: Values,
    status: WriteStatus,
    check: CheckStored = () => undefined,
  ): Promise<Version | null> {
    const versions = await lockVersions(this.tx, type, documentId)
    if (versions.length === 0) {
      // A link to a document that doesn't exist is reported first.
      await resolveLinks(this.tx, data, {
        type,
        locale,
        isDraft: type.draftAndPublish,
        defaultLocale: this.settings.defaultLocale,
      })
      return null
    }
    const state = type.draftAndPublish ? 'draft' : 'published'
    check(findVersion(versions, locale, state) ?? findVersion(versions, locale, 'published') ?? null)
    const stored = findVersion(versions, locale, state) ?? (await this.#addDraft(versions, locale))
    if (stored) {
      await this.#change(stored, data)
      return this.#finish(stored, [...versions, stored], status)
    }
    const source = versions.find(({ isDraft }) => !isDraft) ?? versions[0] ?? null
    const added = await this.#insert({ type, documentId, locale, isDraft: type.draftAndPublish }, data, source)
    return this.#finish(added, [...versions, added], status)
  }

  /** Locks and returns the versions of a document in some locales; null: in all. */
  async versions(
    type: ContentType,
    documentId: string,
    locales: readonly (string | null)[] | null,
  ): Promise<readonly Version[]> {
    return (await lockVersions(this.tx, type, documentId)).filter((version) => isIn(version, locales))
  }

  /** Deletes all versions of a document in some locales; null: in all. Returns them. */
  async delete(
    type: ContentType,
    documentId: string,
    locales: readonly (string | null)[] | null,
    check: CheckStored = () => undefined,
  ): Promise<readonly Version[]> {
    const deleted = await this.versions(type, documentId, locales)
    const [first] = deleted
    if (first) check(deleted.find(({ isDraft }) => isDraft) ?? first)
    for (const { id } of deleted) await deleteRow(this.tx, type, id)
    return deleted
  }

  /** @throws ApiError ApplicationError if there is such a document */
  async #rejectTaken({ type, locale, documentId }: DocumentKey): Promise<void> {
    // Otherwise two concurrent creates would each find it free.
    await lockText(this.tx, `${type.uid} ${documentId}`)
    const state = type.draftAndPublish ? 'draft' : 'published'
    if (!findVersion(await lockVersions(this.tx, type, documentId), locale, state)) return
    const what = `A ${type.draftAndPublish ? 'draft ' : ''}entry with documentId "${documentId}"`
    const where = locale === null ? '' : ` and locale "${locale}"`
    const message = `${what}${where} already exists for UID "${type.uid}". This combination must be unique.`
    throw new ApiError('ApplicationError', message)
  }

  /** Checks and inserts the first row of a document in a locale, with the values that it shares with another row. */
  async #insert(version: Omit<Version, 'id' | 'updatedAt'>, data: Values, source: Version | null): Promise<Version> {
    const { tx } = this
    const { type, documentId, locale, isDraft } = version
    const inherited = source ? sharedNames(type).filter((name) => (data[name] ?? null) === null) : []
    const own = Object.fromEntries(Object.entries(data).filter(([name]) => !inherited.includes(name)))
    const check = { version, data: own, isNew: true, inherited: new Set(inherited) }
    const row = await checkRow(tx, check, this.settings)
    const now = new Date().toISOString()
    const id = await insertRow(tx, tableOf(tx, type), [
      { column: versionColumns.documentId, kind: 'text', value: documentId },
      { column: versionColumns.locale, kind: 'text', value: locale },
      ...timesOf({ createdAt: now, updatedAt: now, publishedAt: isDraft ? null : now }),
      ...cellsOf(
        tx,
        type,
        row.fields.filter(({ name }) => !inherited.includes(name)),
      ),
    ])
    const inserted: Version = { ...version, id, updatedAt: now }
    await writeParts(tx, { schema: type, id, isNew: true }, row)
    if (source) await copyValues(tx, source, [inserted], { names: inherited, updatedAt: null })
    return inserted
  }

  /** Makes the draft of a published version that has none. Null if the document isn't published in the locale. */
  async #addDraft(versions: readonly Version[], locale: string | null): Promise<Version | null> {
    const published = findVersion(versions, locale, 'published')
    return published && published.type.draftAndPublish ? this.#copyVersion(published, undefined) : null
  }

  async #change(version: Version, data: Values): Promise<void> {
    const { tx } = this
    const { type, id } = version
    const row = await checkRow(tx, { version, data, isNew: false }, this.settings)
    const now = new Date().toISOString()
    const times = timesOf({ updatedAt: now, ...(!version.isDraft && { publishedAt: now }) })
    await updateRow(tx, tableOf(tx, type), id, [...times, ...cellsOf(tx, type, row.fields)])
    await writeParts(tx, { schema: type, id, isNew: false }, row)
  }

  /** Publishes a written draft if the status asks for it, and passes shared values on to the other locales. */
  async #finish(written: Version, versions: readonly Version[], status: WriteStatus): Promise<Version> {
    let result = written
    if (status === 'published' && written.isDraft) {
      await checkDraft(this.tx, written, this.settings)
      result = await this.#copyVersion(written, findVersion(versions, written.locale, 'published'))
    }
    const others = versions.filter(({ locale, isDraft }) => locale !== result.locale && isDraft === result.isDraft)
    await copyValues(this.tx, result, others, { names: sharedNames(result.type), updatedAt: new Date().toISOString() })
    return result
  }

  /**
   * Replaces a version by a copy of the one in the other state. One-way links of other entries follow to the
   * copy; two-way links are copied.
   */
  async #copyVersion(source: Version, replaced: Version | undefined): Promise<Version> {
    const { tx } = this
    const { type } = source
    const publishedAt = source.isDraft ? new Date().toISOString() : null
    const id = await copyRow(tx, tableOf(tx, type), {
      id: source.id,
      columns: columnsOf(tx, type),
      changed: timesOf({ publishedAt }),
    })
    const copy: Copy = {
      schema: type,
      from: source.id,
      to: id,
      state: source.isDraft ? 'published' : 'draft',
      hasVersions: true,
      ...(replaced && { replaced: replaced.id }),
    }
    if (replaced) await moveLinksTo(tx, type, replaced.id, id)
    // Places in the lists of partners are taken from the replaced version, so it is deleted last.
    await copyParts(tx, copy)
    await linkFromCounterparts(tx, copy)
    if (source.isDraft) await linkToVersion(tx, type, source.id, id)
    if (replaced) await deleteRow(tx, type, replaced.id)
    return { ...source, id, isDraft: !source.isDraft }
  }
}

const isIn = ({ locale }: Version, locales: readonly (string | null)[] | null): boolean =>
  locales === null || locales.includes(locale)

type Times = Partial<Readonly<Record<'createdAt' | 'updatedAt' | 'publishedAt', string | null>>>

function timesOf(times: Times): Cell[] {
  return Object.entries(times).map(([name, value]) => ({
    column: versionColumns[name as keyof Times],
    kind: 'datetime',
    value,
  }))
}
