import { type ContentType, type Registry, type Schema, isScalar } from '@content-api/model'
import { afterCommit, type Database, type PreparedRead } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import { stringOf, type Values } from '@content-api/engine/plan'
import { prepareRead } from '@content-api/engine/read'
import type { ContentEvents, EventName } from '@content-api/core/entries/events'
import { allowEverything, type PlanContext } from '@content-api/core/query/plan-context'
import { planProjectRead } from '@content-api/strapi-reads/rest5/plan-documents'
import type { Transaction, Version } from '../rows/row.js'

type DocumentEventName = Extract<EventName, `entry.${string}`>

/** The text of a row that an event passes on. */
type AnnouncedRow = string

/** Reports writes of documents. */
export interface DocumentEvents {
  /**
   * Reports what has become of a version: its row with all relations, media and components, without private
   * attributes.
   */
  announce(tx: Transaction, name: DocumentEventName, version: Version): Promise<void>
  /** Reads versions before they are deleted. The returned function reports them, each as its bare row. */
  beginDelete(
    tx: Transaction,
    name: 'entry.delete' | 'entry.unpublish',
    versions: readonly Version[],
  ): Promise<() => Promise<void>>
}

export interface DocumentEventsOptions {
  readonly registry: Registry
  readonly database: Database<WritableLayout>
  readonly events: ContentEvents
  readonly context: (can: PlanContext['can']) => PlanContext
}

/** Creates the events of documents. They are read in the transaction of the write, and heard of after its commit. */
export function createDocumentEvents({ registry, database, events, context }: DocumentEventsOptions): DocumentEvents {
  const planning: PlanContext = { ...context(allowEverything), strict: false }
  const known = new Map<string, PreparedRead>()
  const readOf = (type: ContentType, isBare: boolean): PreparedRead => {
    const key = `${type.uid} ${isBare}`
    const query = isBare ? {} : { populate: populateOf(registry, type) }
    const found =
      known.get(key) ??
      prepareRead(planProjectRead(type, query, planning, { mode: 'one', by: 'id', allVersions: true }), database)
    known.set(key, found)
    return found
  }
  const read = async (tx: Transaction, { type, id }: Version, isBare: boolean): Promise<AnnouncedRow | null> => {
    const text = await tx.read(readOf(type, isBare), id)
    return text === null ? null : stringOf(text)
  }
  const report = async (tx: Transaction, name: DocumentEventName, { type, id }: Version, text: AnnouncedRow) => {
    const entry = JSON.parse(text) as Values
    if (events.isHeard(name)) {
      afterCommit(tx, () => events.emit(name, { model: type.singularName, uid: type.uid, entry }))
    }
    const { recorder } = events
    if (!recorder?.wants(name, type.uid)) return
    const locale = type.localized ? (entry['locale'] as string | null) : null
    const live = entry['publishedAt'] !== null
    await recorder.record(tx, { name, type: type.uid, entry: id, locale, live, body: text })
  }
  return {
    async announce(tx, name, version) {
      if (!events.isWanted(name, version.type.uid)) return
      const text = await read(tx, version, false)
      if (text !== null) await report(tx, name, version, text)
    },
    async beginDelete(tx, name, versions) {
      const texts = new Map<Version, AnnouncedRow>()
      for (const version of versions) {
        const text = events.isWanted(name, version.type.uid) ? await read(tx, version, true) : null
        if (text !== null) texts.set(version, text)
      }
      return async () => {
        for (const [version, text] of texts) await report(tx, name, version, text)
      }
    },
  }
}

/**
 * Returns the parameter `populate` that names all links of a schema, except those to other locales, and those
 * in its components.
 */
function populateOf(registry: Registry, schema: Schema): Values {
  return Object.fromEntries(
    Object.entries(schema.attributes).flatMap(([name, attribute]): [string, unknown][] => {
      if (isScalar(attribute) || attribute.private || name === 'localizations') return []
      if (attribute.type === 'component') {
        return [[name, { populate: populateOf(registry, registry.component(attribute.component)) }]]
      }
      if (attribute.type !== 'dynamiczone') return [[name, true]]
      const of = (uid: string) => [uid, { populate: populateOf(registry, registry.component(uid)) }] as const
      return [[name, { on: Object.fromEntries(attribute.components.map(of)) }]]
    }),
  )
}
