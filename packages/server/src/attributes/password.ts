import type { ScalarBehaviour } from './scalar-behaviour.js'
import { text } from './text.js'

/** Given in clear, stored as a hash, never told. */
export const password: ScalarBehaviour = {
  ...text,
  filterable: false,
  sortable: false,
  searchable: false,
  hidden: true,
}
