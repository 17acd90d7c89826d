import { makeMany } from '../../fixtures/maker.js'
import type { EntryId } from '../../target/entry-view.js'
import type { ScenarioContext } from '../scenario-context.js'
import { itemRows } from './value-table.js'

export interface SharedItems {
  readonly marker: string
  readonly prefix: string
  /** Ids by label. */
  readonly ids: Readonly<Record<string, EntryId>>
}

/** The four items of the value table. Created once per run and never changed. */
export function sharedItems(t: ScenarioContext): Promise<SharedItems> {
  return t.fixtures.get('items', async (session) => {
    // Markers consist of lower-case letters, digits and hyphens, so they are valid in a uid.
    const prefix = session.marker
    const rows = itemRows(prefix)
    const entries = await makeMany(session, 'item', rows)
    const ids = Object.fromEntries(rows.map((row, index) => [String(row['label']), entries[index]?.id ?? 0]))
    return { marker: session.marker, prefix, ids }
  })
}
