/** Creates and changes the tables of a model. */
export { describeChange } from '../schema/changes.js'
export { diffSchema, type SchemaDiff } from '../schema/diff.js'
export { DataLossError, describeLoss } from '../schema/losses.js'
export { adviceOnMissing, describeFilled, describeMissing, reportRequired } from '../schema/missing-values.js'
export { prepareSharedTables } from '../schema/shared-tables.js'
export { describeExposed, ExposedEntriesError, type SwitchOffChoices } from '../schema/switched-off.js'
export { type SyncOptions, syncSchema } from '../schema/sync.js'
