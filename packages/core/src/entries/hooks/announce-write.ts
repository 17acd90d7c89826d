import type { ContentType } from '@content-api/model'
import {
  afterCommit,
  type PreparedRead,
  type Database,
  type ReturnedText,
  type WriteTransaction,
} from '@content-api/engine/database'
import { stringOf, type WritePlan } from '@content-api/engine/plan'
import { prepareRead, returnedText } from '@content-api/engine/read'
import { planWritten } from '../../query/plan.js'
import type { PlanContext } from '../../query/plan-context.js'
import { type Caller, unrestricted } from '../caller.js'
import type { EventName } from '../events.js'
import type { FlatEntry } from './hook.js'
import type { HookScope, WriteKind } from './run-hooks.js'

interface AnnouncingScope extends HookScope {
  readonly database: Database
  context(caller: Caller): PlanContext
}

const names = { Create: 'entry.create', Update: 'entry.update', Delete: 'entry.delete' } as const

type EntryEventName = Extract<EventName, `entry.${string}`>

interface AnnouncedWrite {
  readonly type: ContentType
  readonly kind: WriteKind
  /** Null for a create. */
  readonly id: number | null
  readonly publication: WritePlan['publication']
}

/** What will be announced once a write has succeeded. */
export interface Announcement extends AnnouncedWrite {
  /** Whether a change of `publishedAt` is announced. */
  readonly isPublishing: boolean
  /** The entry before a delete or a change of `publishedAt`; null otherwise. */
  readonly before: AnnouncedEntry | null
}

/** Reads before a write what its announcement needs. Returns null if nobody wants to hear of the write. */
export async function beginAnnouncement(
  scope: AnnouncingScope,
  write: AnnouncedWrite,
  transaction: WriteTransaction,
): Promise<Announcement | null> {
  const { type, kind, id, publication } = write
  const isWanted = (...of: readonly EventName[]) => of.some((name) => scope.events.isWanted(name, type.uid))
  const mayPublish = kind === 'Update' && type.draftAndPublish && publication !== 'unchanged'
  const isPublishing = mayPublish && isWanted(names[kind], 'entry.publish', 'entry.unpublish')
  if (!isPublishing && !isWanted(names[kind])) return null
  const needsEntry = id !== null && (isPublishing || kind === 'Delete')
  const before = needsEntry ? await readAnnounced(announcedForm(scope, type), id, transaction) : null
  return { ...write, isPublishing, before }
}

/**
 * Announces a write: to the outbox in its transaction, and to listeners of this process after the commit. A
 * change of `publishedAt` is announced as `entry.publish` or `entry.unpublish` too.
 * @param written the id of the entry
 */
export async function announce(
  scope: AnnouncingScope,
  { type, kind, isPublishing, before }: Announcement,
  written: number,
  transaction: WriteTransaction,
): Promise<void> {
  const { events } = scope
  const form = announcedForm(scope, type)
  let entry = kind === 'Delete' ? before : null
  const current = async () => (entry ??= await readAnnounced(form, written, transaction))
  const wasLive = before !== null && isPublished(before)
  const announceAs = async (name: EntryEventName) => {
    if (events.isHeard(name)) {
      const values = (await current())?.values
      if (values)
        afterCommit(transaction, () => events.emit(name, { model: type.singularName, uid: type.uid, entry: values }))
    }
    const { recorder } = events
    if (!recorder?.wants(name, type.uid)) return
    // The text of some types takes more than one row.
    const text = kind === 'Delete' || form.text === null ? await current() : null
    if (!text) return recorder.recordEntry(transaction, { name, type, entry: written, wasLive, body: () => form.text })
    const locale = type.localized ? (text.values['locale'] as string | null) : null
    const live = wasLive || isPublished(text)
    await recorder.record(transaction, { name, type: type.uid, entry: written, locale, live, body: text.text })
  }
  await announceAs(names[kind])
  if (!isPublishing || !before) return
  const now = await current()
  if (now && isPublished(now) !== wasLive) await announceAs(wasLive ? 'entry.unpublish' : 'entry.publish')
}

/** An entry as events have it: without relations and private attributes. */
interface AnnouncedEntry {
  /** The entry as JSON text. */
  readonly text: string
  readonly values: FlatEntry
}

const isPublished = ({ values }: AnnouncedEntry) => values['publishedAt'] !== null

/** How the announced entries of a type are read. */
interface AnnouncedForm {
  readonly read: PreparedRead
  /** The expression for the text of an entry; null if it takes more than the row of the entry. */
  readonly text: ReturnedText | null
}

/** By database and content type. */
const forms = new WeakMap<Database, Map<string, AnnouncedForm>>()

function announcedForm(scope: AnnouncingScope, type: ContentType): AnnouncedForm {
  const { database } = scope
  let known = forms.get(database)
  if (!known) forms.set(database, (known = new Map()))
  let form = known.get(type.uid)
  if (!form) {
    const plan = planWritten(type, {}, scope.context(unrestricted), { shape: 'flat' })
    known.set(type.uid, (form = { read: prepareRead(plan, database), text: returnedText(plan, database) }))
  }
  return form
}

async function readAnnounced(
  { read }: AnnouncedForm,
  id: number,
  transaction: WriteTransaction,
): Promise<AnnouncedEntry | null> {
  const found = await transaction.read(read, id)
  if (found === null) return null
  const text = stringOf(found)
  return { text, values: JSON.parse(text) as FlatEntry }
}
