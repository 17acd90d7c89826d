import { fileType, type ReadPlan } from '@content-api/engine/plan'
import type { ForwardReason } from '../forward-reason.js'
import { typesOf } from '../read-types.js'
import type { Verdicts } from '../verdicts/verdicts.js'

/** Returns why Strapi has to read what a plan reads, by the files of the project. */
export function reasonOfPlan(verdicts: Pick<Verdicts, 'files' | 'ofType'>, plan: ReadPlan): ForwardReason | null {
  const types = typesOf(plan)
  if (verdicts.files && types.has(fileType)) return verdicts.files
  for (const uid of types) {
    const reason = verdicts.ofType(uid)
    if (reason) return reason
  }
  return null
}
