import type { Dialect, DialectName } from './dialect.js'
import { postgres } from './postgres.js'
import { sqlite } from './sqlite.js'

export const dialects = { sqlite, postgres } as const satisfies Record<DialectName, Dialect>
