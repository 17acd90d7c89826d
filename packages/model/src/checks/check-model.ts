import type { ModelCheck } from './draft-model.js'

const checks: readonly ModelCheck[] = []

/** Runs every check that needs the whole model. */
export const checkModel: ModelCheck = (model, reportFor) => {
  for (const check of checks) check(model, reportFor)
}
