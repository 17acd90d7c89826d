import type { Table } from '../../../engine/src/layout/columns.js'

/** A table of named counters, for tests of transactions. */
export const counters: Table = {
  name: 'counters',
  columns: [
    { name: 'id', kind: 'id' },
    { name: 'name', kind: 'text' },
    { name: 'value', kind: 'integer' },
  ],
  indexes: [{ name: 'counters_name_key', columns: ['name'], unique: true }],
}
