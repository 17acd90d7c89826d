import { fileURLToPath } from 'node:url'
import { loadProject, type ContentType, type Registry } from '@content-api/model'
import { ownRules } from '@content-api/core/query/own-rules'
import type { PlanContext } from '@content-api/core/query/plan-context'
import type { Condition, Output, OutputObject } from '@content-api/engine/plan'

/** The model of the recorded Strapi project. */
export const registry: Registry = await loadProject(
  fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url)),
)

export const article = registry.contentType('api::article.article')
export const specimen = registry.contentType('api::specimen.specimen')
export const tag = registry.contentType('api::tag.tag')
export const category = registry.contentType('api::category.category')
export const menuItem = registry.contentType('api::menu-item.menu-item')
export const homepage = registry.contentType('api::homepage.homepage')
export const note = registry.contentType('api::note.note')

/** The types that the public may not find: memos, users and their roles, and administrators. */
const hidden: ReadonlySet<string> = new Set([
  'api::memo.memo',
  'plugin::users-permissions.user',
  'plugin::users-permissions.role',
  'admin::user',
])

export const strict: PlanContext = {
  registry,
  can: (_action, type: ContentType) => !hidden.has(type.uid),
  strict: true,
  limits: {
    defaultLimit: 25,
    maxLimit: 100,
    withCount: true,
    arrayLimit: 100,
    filterDepth: 20,
    filterConditions: 500,
    filterText: 1000,
  },
  locales: { default: 'en', codes: ['en', 'fr'] },
  reading: ownRules,
}

export const lenient: PlanContext = { ...strict, strict: false }

/** A caller who may do everything. */
export const privileged: PlanContext = { ...strict, can: () => true }

/** Writes a condition as one line: `title $eq "a"`, `category has [name $in "a" "b"]`. */
export function writeCondition(condition: Condition | null): string {
  if (condition === null) return 'anything'
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.length === 0 ? 'nothing' : `(${condition.of.map(writeCondition).join(` ${condition.op} `)})`
    case 'not':
      return `not ${writeCondition(condition.of)}`
    case 'value':
      return [condition.name, condition.operator, ...condition.values.map((value) => JSON.stringify(value))].join(' ')
    case 'json':
      return [condition.name, 'equals', ...condition.readings].join(' ')
    case 'like':
      return [condition.name, 'like', condition.form, JSON.stringify(condition.pattern)].join(' ')
    case 'link':
      return `${condition.name} has [${writeCondition(condition.where)}]`
    case 'version':
      return [condition.state, 'version', condition.changed ?? '', condition.anyLocale ? 'in any locale' : ''].join(' ')
  }
}

/**
 * Returns the members of an entry as nested names, without envelopes and ids:
 * `{ title: true, category: { name: true } }`.
 */
export function writeMembers(members: OutputObject): Record<string, unknown> {
  const written: Record<string, unknown> = {}
  for (const { key, value } of members) {
    if (value.kind === 'object' && key === 'attributes') Object.assign(written, writeMembers(value.members))
    else if (key !== 'id' && value.kind !== 'text') written[key] = writeOutput(value)
  }
  return written
}

function writeOutput(output: Output): unknown {
  switch (output.kind) {
    case 'field':
      return true
    case 'count':
      return 'count'
    case 'object': {
      const [only] = output.members
      return only ? writeOutput(only.value) : {}
    }
    case 'linked':
      return writeMembers(output.members)
    case 'zone':
      return Object.fromEntries(output.items.map(({ component, members }) => [component.uid, writeMembers(members)]))
    case 'morph':
      return Object.fromEntries(output.targets.map(({ type, members }) => [type.uid, writeMembers(members)]))
    default:
      throw new Error(`No member of an entry is ${output.kind}`)
  }
}

/** Returns the outputs of the links of an entry, without envelopes. */
export function linksOf(members: OutputObject): readonly Output[] {
  return members.flatMap(({ key, value }): readonly Output[] => {
    if (key === 'meta') return []
    if (value.kind === 'object' && key === 'attributes') return linksOf(value.members)
    if (value.kind === 'object') return value.members.map((member) => member.value)
    return value.kind === 'field' || value.kind === 'text' ? [] : [value]
  })
}
