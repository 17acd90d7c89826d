import type { ContentType } from '@content-api/model'
import { type Issue, validationError } from '../errors/api-error.js'
import { displayName, type Path } from '../plan/body-issues.js'
import type { LinkWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import { ownerColumns } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { idList, runChunked, toId } from './bound.js'

/**
 * An id in the body of a new component. `holder` is first the component with that id, then its owner, and so
 * on up to the entry.
 */
interface Copied {
  readonly path: Path
  readonly holder: { readonly uid: string; readonly id: number }
}

/**
 * Checks the ids in new components. Clients send them with components that they copied from the entry itself
 * or from one of its localizations. An id from another entry is more likely a mistake.
 *
 * @param own the entry with its other localizations; `ids` is empty when there are none yet
 * @throws ApiError ValidationError that lists every id of a component of another entry
 */
export async function checkCopiedIds(
  tx: WriteTransaction,
  own: { readonly type: ContentType; readonly ids: readonly number[] },
  links: readonly LinkWrite[],
): Promise<void> {
  let copied = [...copiedIn(links)]
  const issues: Issue[] = []
  while (copied.length > 0) {
    copied = (await holdersOf(tx, copied)).filter(({ path, holder: { uid, id } }) => {
      if (tx.registry.components.has(uid)) return true
      if (uid !== own.type.uid || !own.ids.includes(id)) issues.push(issueOf(path))
      return false
    })
  }
  if (issues.length > 0) throw validationError(issues)
}

function* copiedIn(links: readonly LinkWrite[]): Iterable<Copied> {
  for (const link of links) {
    if (link.kind !== 'component' && link.kind !== 'zone') continue
    for (const { copied, component, path, links: inside } of link.items) {
      if (copied !== null) yield { path: [...path, 'id'], holder: { uid: component.uid, id: copied } }
      yield* copiedIn(inside)
    }
  }
}

/** Moves from components to their owners. Drops ids that no component has. */
async function holdersOf(tx: WriteTransaction, copied: readonly Copied[]): Promise<Copied[]> {
  const found: Copied[] = []
  for (const uid of new Set(copied.map(({ holder }) => holder.uid))) {
    const inTable = copied.filter(({ holder }) => holder.uid === uid)
    const columns = `"id", ${quote(ownerColumns.type)} AS "type", ${quote(ownerColumns.id)} AS "owner"`
    const rows = await runChunked(
      tx,
      [...new Set(inTable.map(({ holder }) => holder.id))],
      (builder, chunk) =>
        `SELECT ${columns} FROM ${quote(tx.layout.schema(uid).table)} WHERE "id" IN (${idList(builder, chunk)})`,
    )
    const holders = new Map(rows.map((row) => [toId(row['id']), { uid: String(row['type']), id: toId(row['owner']) }]))
    for (const { path, holder } of inTable) {
      const next = holders.get(holder.id)
      if (next) found.push({ path, holder: next })
    }
  }
  return found
}

function issueOf(path: Path): Issue {
  const message = `${displayName(path)} is the id of a component of another entry. Leave it out to create a new component`
  return { path, message }
}
