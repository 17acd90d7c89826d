import { type Can, allowEverything } from '../query/permissions.js'

/** Who asks. Callers with one `key` have the same rights: it names them in the plan cache. */
export interface Caller {
  readonly key: string
  readonly can: Can
}

/** May do everything. */
export const unrestricted: Caller = { key: '', can: allowEverything }
