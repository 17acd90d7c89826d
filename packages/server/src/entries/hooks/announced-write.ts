import type { ContentType } from '@content-api/model'
import { parseText } from '@content-api/engine/plan'
import { afterCommit, type WriteTransaction } from '@content-api/engine/database'
import { planWritten } from '../../query/plan.js'
import type { PlanContext } from '../../query/plan-context.js'
import { type Caller, unrestricted } from '../caller.js'
import type { FlatEntry, Hooks } from './hook.js'
import type { WriteKind } from './run-hooks.js'

const names = { Create: 'entry.create', Update: 'entry.update', Delete: 'entry.delete' } as const

interface AnnouncingScope {
  readonly hooks: Pick<Hooks, 'events'>
  context(caller: Caller): PlanContext
}

interface AnnouncedWrite {
  readonly type: ContentType
  readonly kind: WriteKind
  /** Null for a create. */
  readonly id: number | null
}

/**
 * Performs a write, and announces it after the commit. A change of `publishedAt` is announced as
 * `entry.publish` or `entry.unpublish` too.
 * @param idOf returns the id of the written entry, or null if nothing was written
 */
export async function announced<Result>(
  scope: AnnouncingScope,
  { type, kind, id }: AnnouncedWrite,
  transaction: WriteTransaction,
  write: () => Promise<Result>,
  idOf: (result: Result) => number | null,
): Promise<Result> {
  const { events } = scope.hooks
  const isHeard = (...of: readonly string[]) => of.some((name) => events.isHeard(name))
  const mayChangeState = kind === 'Update' && type.draftAndPublish && isHeard('entry.publish', 'entry.unpublish')
  if (!mayChangeState && !isHeard(names[kind])) return write()
  const emit = (name: string, entry: FlatEntry) => {
    if (!events.isHeard(name)) return
    afterCommit(transaction, () => events.emit(name, { model: type.singularName, uid: type.uid, entry }))
  }
  const before = id !== null && (mayChangeState || kind === 'Delete') ? await read(scope, type, id, transaction) : null
  const result = await write()
  const written = idOf(result)
  if (written === null) return result
  const entry = kind === 'Delete' ? before : await read(scope, type, written, transaction)
  if (!entry) return result
  emit(names[kind], entry)
  const [was, is] = [before?.['publishedAt'], entry['publishedAt']].map((moment) => moment !== null)
  if (mayChangeState && before && was !== is) emit(is ? 'entry.publish' : 'entry.unpublish', entry)
  return result
}

/** Reads an entry without its relations and private attributes. */
async function read(
  scope: AnnouncingScope,
  type: ContentType,
  id: number,
  transaction: WriteTransaction,
): Promise<FlatEntry | null> {
  const text = await transaction.read(planWritten(type, {}, scope.context(unrestricted), { shape: 'flat' }), id)
  return text === null ? null : (parseText(text) as FlatEntry)
}
