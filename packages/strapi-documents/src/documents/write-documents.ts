import type { ContentType } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Values } from '@content-api/engine/plan'
import { newDocumentId } from '@content-api/strapi-tables/schema'
import { resolveLinks } from '../input/resolve-links.js'
import { deleteRows } from '../rows/delete-row.js'
import type { Transaction, Version, VersionPlace } from '../rows/row.js'
import { writeRow } from '../rows/write-row.js'
import { checkRow } from './check-row.js'
import { cloneVersion } from './clone-version.js'
import type { DocumentKey, WriteScope } from './context.js'
import { inheritValues } from './inherited-values.js'
import { replaceVersions } from './replace-versions.js'
import { systemOfNew, systemOfStored, writesOf } from './row-writes.js'
import { hasChanged, readShared, type SharedState } from './shared-state.js'
import { copyValues, sharedNames } from './shared-values.js'
import { findVersion, lockVersions } from './versions.js'

/** Throws unless the stored version of a document may be changed. It is null if the document lacks the locale. */
export type CheckStored = (stored: Version | null) => void

/** What a write stores: a draft only, or a published version too. */
export type WriteStatus = 'draft' | 'published'

/** Locales of a document; null: all of them. */
export type Locales = readonly (string | null)[] | null

/** Writes documents in one transaction: the storage part of Strapi 5's document service. */
export class DocumentWriter {
  constructor(
    readonly tx: Transaction,
    readonly scope: WriteScope,
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
    return this.#finish(draft, [draft], status, null)
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
      const { defaultLocale } = this.scope.settings
      await resolveLinks(this.tx, data, { type, locale, isDraft: type.draftAndPublish, defaultLocale })
      return null
    }
    const state = type.draftAndPublish ? 'draft' : 'published'
    check(findVersion(versions, locale, state) ?? findVersion(versions, locale, 'published') ?? null)
    const publishes = status === 'published'
    const written = { locale, publishes, ...(!this.scope.hooks && { names: Object.keys(data) }) }
    const before = await readShared(this.tx, versions, written)
    const stored = findVersion(versions, locale, state) ?? (await this.#addDraft(versions, locale))
    if (stored) return this.#finish(await this.#change(stored, data), [...versions, stored], status, before)
    const source = versions.find(({ isDraft }) => !isDraft) ?? versions[0] ?? null
    const added = await this.#insert({ type, documentId, locale, isDraft: type.draftAndPublish }, data, source)
    return this.#finish(added, [...versions, added], status, before)
  }

  /** Locks and returns the versions of a document in some locales. */
  async versions(type: ContentType, documentId: string, locales: Locales): Promise<readonly Version[]> {
    return (await lockVersions(this.tx, type, documentId)).filter((version) => isIn(version, locales))
  }

  /** Deletes all versions of a document in some locales. Returns them. */
  async delete(
    type: ContentType,
    documentId: string,
    locales: Locales,
    check: CheckStored = () => undefined,
  ): Promise<readonly Version[]> {
    const deleted = await this.versions(type, documentId, locales)
    const [first] = deleted
    if (first) check(deleted.find(({ isDraft }) => isDraft) ?? first)
    await this.#delete('entry.delete', deleted)
    return deleted
  }

  /**
   * Publishes the drafts of a document in some locales: all of them or none. Returns the published versions.
   * @throws ApiError ValidationError for a draft that may not be published
   */
  async publish(type: ContentType, documentId: string, locales: Locales): Promise<readonly Version[]> {
    const versions = await lockVersions(this.tx, type, documentId)
    const drafts = versions.filter((version) => version.isDraft && isIn(version, locales))
    return this.#publish(drafts, versions, await readShared(this.tx, versions))
  }

  /** Deletes the published versions of a document in some locales. Returns them. */
  async unpublish(type: ContentType, documentId: string, locales: Locales): Promise<readonly Version[]> {
    const published = (await this.versions(type, documentId, locales)).filter(({ isDraft }) => !isDraft)
    await this.#delete('entry.unpublish', published)
    return published
  }

  /**
   * Replaces the drafts of a document by copies of its published versions. A draft that was never published
   * stays. Returns the new drafts.
   */
  async discardDraft(type: ContentType, documentId: string, locales: Locales): Promise<readonly Version[]> {
    const versions = await lockVersions(this.tx, type, documentId)
    const sources = versions.filter((version) => !version.isDraft && isIn(version, locales))
    const before = await readShared(this.tx, versions)
    const drafts = await replaceVersions(
      this.tx,
      sources.map((source) => ({ source, replaced: findVersion(versions, source.locale, 'draft') })),
      this.scope,
    )
    for (const draft of drafts) await this.scope.events.announce(this.tx, 'entry.draft-discard', draft)
    await this.#share(drafts, versions, before)
    return drafts
  }

  /**
   * Copies the drafts of a document to a new one.
   * @param data values that the copies have in place of those of the document
   * @throws ApiError ValidationError
   */
  async clone(type: ContentType, documentId: string, locales: Locales, data: Values): Promise<readonly Version[]> {
    const versions = await this.versions(type, documentId, locales)
    const copies: Version[] = []
    const newId = newDocumentId()
    for (const source of versions.filter(({ isDraft }) => isDraft === type.draftAndPublish)) {
      copies.push(await cloneVersion(this.tx, { source, documentId: newId, data }, this.scope))
    }
    for (const copy of copies) await this.scope.events.announce(this.tx, 'entry.create', copy)
    return copies
  }

  async #delete(name: 'entry.delete' | 'entry.unpublish', versions: readonly Version[]): Promise<void> {
    const { tx, scope } = this
    const [first] = versions
    if (!first) return
    const announce = await scope.events.beginDelete(tx, name, versions)
    const ids = versions.map(({ id }) => id)
    await deleteRows(writesOf(tx, first, scope), first.type, ids)
    await announce()
  }

  /** @throws ApiError ApplicationError if there is such a document */
  async #rejectTaken({ type, locale, documentId }: DocumentKey): Promise<void> {
    const state = type.draftAndPublish ? 'draft' : 'published'
    if (!findVersion(await lockVersions(this.tx, type, documentId), locale, state)) return
    const what = `A ${type.draftAndPublish ? 'draft ' : ''}entry with documentId "${documentId}"`
    const where = locale === null ? '' : ` and locale "${locale}"`
    const message = `${what}${where} already exists for UID "${type.uid}". This combination must be unique.`
    throw new ApiError('ApplicationError', message)
  }

  /** Checks and inserts the first row of a document in a locale, with the values that it shares with another row. */
  async #insert(place: VersionPlace, data: Values, source: Version | null): Promise<Version> {
    const { tx, scope } = this
    const { type, isDraft } = place
    const names = source ? sharedNames(type).filter((name) => (data[name] ?? null) === null) : []
    const own = Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)))
    const check = { version: place, data: own, isNew: true, inherited: new Set(names) }
    const row = await checkRow(tx, check, scope.settings)
    const now = new Date().toISOString()
    const writes = writesOf(tx, place, scope)
    const { id, changes } = await writeRow(writes, row, {
      id: null,
      system: systemOfNew(place, { createdAt: now, updatedAt: now, publishedAt: isDraft ? null : now }),
      ...(source && { inherited: await inheritValues(writes, { ...place, id: source.id }, names) }),
    })
    const inserted = { ...place, id, updatedAt: now, resultChanges: changes }
    await scope.events.announce(tx, 'entry.create', inserted)
    return inserted
  }

  /** Makes the draft of a published version that has none. Null if the document isn't published in the locale. */
  async #addDraft(versions: readonly Version[], locale: string | null): Promise<Version | null> {
    const source = findVersion(versions, locale, 'published')
    if (!source?.type.draftAndPublish) return null
    const [draft = null] = await replaceVersions(this.tx, [{ source, replaced: undefined }], this.scope)
    return draft
  }

  async #change(version: Version, data: Values): Promise<Version> {
    const { tx, scope } = this
    const row = await checkRow(tx, { version, data, isNew: false }, scope.settings)
    const now = timeAfter([version])
    const { changes } = await writeRow(writesOf(tx, version, scope), row, {
      id: version.id,
      system: systemOfStored({ updatedAt: now, publishedAt: version.isDraft ? null : now }),
    })
    const changed = { ...version, resultChanges: changes }
    await scope.events.announce(tx, 'entry.update', changed)
    return changed
  }

  /** Publishes a written draft if the status asks for it, and passes shared values on to the other locales. */
  async #finish(
    written: Version,
    versions: readonly Version[],
    status: WriteStatus,
    before: SharedState,
  ): Promise<Version> {
    if (status === 'published' && written.isDraft) {
      const [published] = await this.#publish([written], versions, before)
      return published as Version
    }
    await this.#share([written], versions, before)
    return written
  }

  async #publish(
    drafts: readonly Version[],
    versions: readonly Version[],
    before: SharedState,
  ): Promise<readonly Version[]> {
    const published = await replaceVersions(
      this.tx,
      drafts.map((source) => ({ source, replaced: findVersion(versions, source.locale, 'published') })),
      this.scope,
    )
    for (const version of published) await this.scope.events.announce(this.tx, 'entry.publish', version)
    await this.#share(published, versions, before)
    return published
  }

  /**
   * Passes the shared values of the first written version on to the rows of the same state in other locales, if
   * they have changed.
   */
  async #share(written: readonly Version[], versions: readonly Version[], before: SharedState): Promise<void> {
    const [source] = written
    if (!source) return
    const replaced = new Set(written.map(({ locale }) => locale))
    const others = [...written, ...versions.filter(({ locale }) => !replaced.has(locale))].filter(
      ({ locale, isDraft }) => locale !== source.locale && isDraft === source.isDraft,
    )
    if (others.length === 0 || !(await hasChanged(this.tx, source, before))) return
    const shared = { names: sharedNames(source.type), updatedAt: timeAfter(others) }
    await copyValues(writesOf(this.tx, source, this.scope), source, others, shared)
  }
}

/** Returns the time of a change: now, but later than the last one, so that `If-Match` tells both apart. */
function timeAfter(versions: readonly Version[]): string {
  const last = versions.map(({ updatedAt }) => Date.parse(updatedAt) + 1).filter((time) => !Number.isNaN(time))
  return new Date(Math.max(Date.now(), ...last)).toISOString()
}

const isIn = ({ locale }: Version, locales: Locales): boolean => locales === null || locales.includes(locale)
