import { checkComponentCycles } from './components.js'
import type { ModelCheck } from './draft-model.js'
import { checkIndexes } from './indexes.js'
import { checkCollectionNames, checkNames } from './names.js'
import { checkTargetFields } from './target-fields.js'

const checks: readonly ModelCheck[] = [
  checkNames,
  checkCollectionNames,
  checkComponentCycles,
  checkTargetFields,
  checkIndexes,
]

/** Runs every check that needs the complete model. */
export const checkModel: ModelCheck = (model, reportFor) => {
  for (const check of checks) check(model, reportFor)
}
