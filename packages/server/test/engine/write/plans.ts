import { expect } from 'vitest'
import type { ApiError } from '@content-api/engine/errors'
import type { WritePlan } from '@content-api/engine/plan'
import { planWrite, type WriteOptions } from '@content-api/core/query/body/plan-write'
import { ownRules } from '@content-api/core/query/own-rules'
import { allowEverything, type Can, type PlanContext } from '@content-api/core/query/plan-context'
import { writeModel } from './model.js'

const registry = writeModel()

const limits = {
  defaultLimit: 25,
  maxLimit: 100,
  withCount: true,
  arrayLimit: 100,
  filterDepth: 20,
  filterConditions: 500,
  filterText: 1000,
}

export interface Request extends Partial<Omit<WriteOptions, 'context'>> {
  readonly type?: string
  readonly strict?: boolean
  readonly can?: Can
}

export function plan(data: unknown, { type = 'article', strict = true, can = allowEverything, ...rest }: Request = {}) {
  const context: PlanContext = {
    registry,
    can,
    limits,
    strict,
    locales: { default: 'en', codes: ['en', 'fr'] },
    reading: ownRules,
  }
  const options = { action: 'create', publishByDefault: true, context, ...rest } as const
  return planWrite(registry.contentType(`api::${type}.${type}`), data, options)
}

export function rejection(data: unknown, request: Request = {}) {
  let accepted: WritePlan
  try {
    accepted = plan(data, request)
  } catch (error) {
    return (error as ApiError).toJSON().error
  }
  throw new Error(`accepted as ${JSON.stringify(accepted.links)}`)
}

/** Returns the problems as `path: message`. */
export function problems(data: unknown, request: Request = {}): string[] {
  const { details, name } = rejection(data, request)
  expect(name).toBe('ValidationError')
  const errors = (details?.['errors'] ?? []) as { path: string[]; message: string }[]
  return errors.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

export function field(plan: WritePlan, name: string) {
  return plan.fields.find((write) => write.name === name)?.value
}

/** Returns the steps of a link write, without its attribute and target. */
export function link(plan: WritePlan, name: string) {
  const write = plan.links.find((write) => write.name === name)
  const about = ['kind', 'name', 'attribute', 'target', 'owner', 'path']
  return Object.fromEntries(Object.entries(write ?? {}).filter(([key]) => !about.includes(key)))
}

export function times<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item)
}

export const title = 'A title'
