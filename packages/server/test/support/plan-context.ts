import { fileURLToPath } from 'node:url'
import { loadProject, type ContentType, type Registry } from '@content-api/model'
import type { PlanContext } from '../../src/query/plan-context.js'
import type { Condition, LinkSelection, Selection } from '../../src/query/read-plan.js'

/** The model that the reference implementation was observed with. */
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

/** What the public may not find: memos, users and their roles, and the administrators. */
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
}

export const lenient: PlanContext = { ...strict, strict: false }

/** One who may do everything. */
export const privileged: PlanContext = { ...strict, can: () => true }

/** A condition as one line: `title $eq "a"`, `category has (name $in "a" "b")`. */
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
    case 'link':
      return `${condition.name} has [${writeCondition(condition.where)}]`
  }
}

/** A selection as nested names: `{ title: true, category: { name: true } }`. */
export function writeSelection({ fields, links }: Selection): Record<string, unknown> {
  const written: Record<string, unknown> = Object.fromEntries(fields.map(({ key }) => [key, true]))
  for (const link of links) written[link.key] = writeLink(link)
  return written
}

function writeLink(link: LinkSelection): unknown {
  switch (link.kind) {
    case 'count':
      return 'count'
    case 'zone':
      return Object.fromEntries(
        link.items.map(({ component, selection }) => [component.uid, writeSelection(selection)]),
      )
    case 'morph':
      return Object.fromEntries(link.targets.map(({ type, selection }) => [type.uid, writeSelection(selection)]))
    case 'relation':
    case 'media':
    case 'component':
      return writeSelection(link.selection)
  }
}
