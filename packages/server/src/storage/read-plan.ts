import type { ReadPlan } from '../query/read-plan.js'
import { compileRead } from './compile/read.js'
import type { Reader } from './database.js'

/**
 * Reads what a plan describes, in one statement.
 * @returns the response's JSON text; null where the plan is for one entry and none matches
 */
export function readPlan(reader: Reader, plan: ReadPlan): Promise<string | null> {
  return reader.read(compileRead(plan, reader.layout, reader.dialect))
}
