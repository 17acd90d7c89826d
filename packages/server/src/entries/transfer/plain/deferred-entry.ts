import type { ImportPlace } from '@content-api/engine/errors'
import type { PlannedRow } from '@content-api/engine/transfer'
import type { LineContext } from '../plan-line.js'
import type { References } from './references.js'

export interface DeferredContext extends LineContext {
  readonly references: References
}

/** An entry of a plain file. It is planned later, when the entries that it points at can be looked up. */
export class DeferredEntry {
  constructor(
    readonly line: number,
    readonly place: ImportPlace,
    /** The id in the file if it isn't a number. */
    readonly externalId: string | null,
    /** @throws ImportError */
    readonly plan: (context: DeferredContext) => Promise<PlannedRow>,
  ) {}
}
