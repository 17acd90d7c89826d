import { type DraftModel, type ReportFor } from '../checks/draft-model.js'
import { leaveOutMissing } from './leave-out-missing.js'
import { pairSides } from './pair-sides.js'

/**
 * Turns the references between schemas into what Strapi 4.26 makes of them: attributes that refer to nothing
 * are left out, and each relation either has two sides that name each other or is one-sided.
 */
export function resolveReferences(model: DraftModel, reportFor: ReportFor): DraftModel {
  return pairSides(leaveOutMissing(model, reportFor), reportFor)
}
