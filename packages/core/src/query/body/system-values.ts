import { InvalidValue, datetime, printed } from '@content-api/engine/attributes'
import type { BodyIssues, SystemValues, WritePlan } from '@content-api/engine/plan'
import { readId } from '../raw-value.js'
import { fromDate } from './code-value.js'

export type SystemAttribute = keyof SystemValues

/** What code may set in a new entry. The id of an entry never changes. */
const ofAction: Readonly<Record<WritePlan['action'], readonly SystemAttribute[]>> = {
  create: ['id', 'createdAt', 'updatedAt'],
  update: ['createdAt', 'updatedAt'],
}

interface SystemOptions {
  readonly action: WritePlan['action']
  readonly system?: readonly SystemAttribute[] | undefined
  readonly setByHook?: ((name: string) => boolean) | undefined
}

/** Reads the system attributes that code of the project sets, or returns null. Problems are added to `issues`. */
export function readSystemValues(
  values: Readonly<Record<string, unknown>>,
  { action, system = [], setByHook }: SystemOptions,
  issues: BodyIssues,
): SystemValues | null {
  const found: { id?: number; createdAt?: string; updatedAt?: string } = {}
  for (const name of ofAction[action]) {
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null
    if (value === null || !(system.includes(name) || setByHook?.(name))) continue
    try {
      if (name === 'id') found.id = idOf(value)
      else found[name] = String(datetime.parse(fromDate(value, 'datetime'), { type: 'datetime' }, name))
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      issues.addInvalid([name], error)
    }
  }
  return Object.keys(found).length === 0 ? null : found
}

/** @throws InvalidValue */
function idOf(value: unknown): number {
  const id = readId(value)
  if (id === null) throw new InvalidValue(`id must be a whole number from 1, but is ${printed(value)}`)
  return id
}
