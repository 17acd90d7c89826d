import type { ContentType } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import { newDocumentId } from '@content-api/strapi-tables/schema'
import { idList, quote, rowId, runChunked } from '@content-api/engine/write'
import type { ResultChanges } from '@content-api/core/entries/hooks/result-changes'
import { deleteRows } from '../rows/delete-row.js'
import { cellsOf, tableOf, type Transaction, type VersionPlace } from '../rows/row.js'
import { type WrittenRow, writeRow } from '../rows/write-row.js'
import { checkRow } from './check-row.js'
import type { WriteScope } from './context.js'
import { systemOfNew, systemOfStored, writesOf } from './row-writes.js'
import { lockRow } from './versions.js'

/** A row that was written, with what hooks have changed in the result. */
export interface ChangedResult {
  readonly id: number
  readonly changes: ResultChanges | null
}

/**
 * Writes rows without their documents, as `strapi.db.query` does: each draft and each published version is a row.
 * Values only need the right types, links lead to rows, and nothing is published or passed on to other locales.
 */
export class RowWriter {
  constructor(
    readonly tx: Transaction,
    readonly scope: WriteScope,
  ) {}

  /**
   * Creates a row. Without `publishedAt` it is published; null makes a draft.
   * @throws ApiError ValidationError
   */
  async create(type: ContentType, data: Values): Promise<ChangedResult> {
    const { tx, scope } = this
    const place = placeOf(type, data)
    const row = await checkRow(tx, { version: place, data, isNew: true, completeness: 'row' }, scope.settings)
    const now = new Date().toISOString()
    const system = systemOfNew(place, {
      createdAt: timeOf(data, 'createdAt') ?? now,
      updatedAt: timeOf(data, 'updatedAt') ?? now,
      publishedAt: place.isDraft || data['publishedAt'] === null ? null : (timeOf(data, 'publishedAt') ?? now),
    })
    // Hooks get the system values that were sent, and the times.
    const isShown = ([name]: readonly [string, unknown]) =>
      name === 'createdAt' || name === 'updatedAt' || Object.hasOwn(data, name)
    const shown = Object.fromEntries(Object.entries(system.shown).filter(isShown))
    const written = { id: null, system: { ...system, shown } }
    return resultOf(await writeRow(writesOf(tx, place, scope, 'row'), row, written))
  }

  /** Changes a row. Returns null if it doesn't exist. @throws ApiError ValidationError */
  async update(type: ContentType, id: number, data: Values): Promise<ChangedResult | null> {
    const { tx, scope } = this
    const stored = await lockRow(tx, type, id)
    if (!stored) return null
    const row = await checkRow(tx, { version: stored, data, isNew: false, completeness: 'row' }, scope.settings)
    const place = { id, system: systemOfChange(data) }
    return resultOf(await writeRow(writesOf(tx, stored, scope, 'row'), row, place))
  }

  async delete(type: ContentType, ids: readonly number[]): Promise<void> {
    const { tx, scope } = this
    await deleteRows(writesOf(tx, placeOf(type, {}), scope), type, ids)
  }

  /** Creates rows without links and without the hooks of each. Returns their ids. @throws ApiError ValidationError */
  async createMany(type: ContentType, items: readonly Values[]): Promise<readonly number[]> {
    const writer = this.#withoutHooks()
    const ids: number[] = []
    for (const data of items) ids.push((await writer.create(type, scalarsOf(type, data))).id)
    return ids
  }

  /** Sets values of rows, without the hooks of each. @throws ApiError ValidationError */
  async updateMany(type: ContentType, ids: readonly number[], data: Values): Promise<void> {
    const { tx, scope } = this
    const values = scalarsOf(type, data)
    const check = { version: placeOf(type, {}), data: values, isNew: false, completeness: 'row' as const }
    const row = await checkRow(tx, check, scope.settings)
    const cells = [...systemOfChange(values).cells({}), ...cellsOf(tx, type, row.fields)]
    await runChunked(tx, ids, (builder, chunk) => {
      const set = cells.map(({ column, kind, value }) => {
        return `${quote(column)} = ${value === null ? 'NULL' : builder.bind(kind, value)}`
      })
      return `UPDATE ${quote(tableOf(tx, type))} SET ${set.join(', ')} WHERE ${rowId} IN (${idList(builder, chunk)})`
    })
  }

  /** Deletes rows without the hooks of each. */
  async deleteMany(type: ContentType, ids: readonly number[]): Promise<void> {
    await this.#withoutHooks().delete(type, ids)
  }

  #withoutHooks(): RowWriter {
    return new RowWriter(this.tx, { ...this.scope, hooks: null })
  }
}

const resultOf = ({ id, changes }: WrittenRow): ChangedResult => ({ id, changes })

function placeOf(type: ContentType, { documentId, locale, publishedAt }: Values): VersionPlace {
  return {
    type,
    documentId: typeof documentId === 'string' && documentId !== '' ? documentId : newDocumentId(),
    locale: typeof locale === 'string' && locale !== '' ? locale : null,
    isDraft: type.draftAndPublish && publishedAt === null,
  }
}

const timeOf = (data: Values, name: string): string | undefined => {
  const value = data[name]
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : null
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined
}

/** Returns the system values that a change of a row sets: the time, and those in the data. */
function systemOfChange(data: Values) {
  const given = ['createdAt', 'publishedAt'].flatMap((name) => {
    const time = data[name] === null ? null : timeOf(data, name)
    return time === undefined ? [] : [[name, time] as const]
  })
  return systemOfStored({ ...Object.fromEntries(given), updatedAt: new Date().toISOString() }, data)
}

/** Returns the data without links and components, which writes of many rows ignore, as in Strapi. */
function scalarsOf({ declared }: ContentType, data: Values): Values {
  const isLink = (name: string) => {
    const type = declared[name]?.type
    return type === 'relation' || type === 'media' || type === 'component' || type === 'dynamiczone'
  }
  return Object.fromEntries(Object.entries(data).filter(([name]) => !isLink(name)))
}
