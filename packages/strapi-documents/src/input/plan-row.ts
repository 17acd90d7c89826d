import {
  type Attribute,
  type ComponentAttribute,
  type DynamicZoneAttribute,
  isRecord,
  isScalar,
  listed,
  type Registry,
  type ScalarAttribute,
  type Schema,
} from '@content-api/model'
import type { DialectName } from '@content-api/engine/layout'
import { maximumComponentDepth } from '@content-api/core/query/body/body-part'
import { didYouMean } from '@content-api/engine/errors'
import { displayName, type FieldWrite, type Path, type Values } from '@content-api/engine/plan'
import type { ComponentData, ComponentsChange, MorphChange, RowData } from '../rows/row-data.js'
import { isVersionAttribute } from '../rows/row.js'
import type { LinkChange } from '../rows/links.js'
import { type CheckedField, checkField, checkJsonText, type Completeness } from './check-field.js'
import { isVisible } from './conditions.js'
import { componentOf, componentPrefix } from './resolve-links.js'
import type { RowIssues } from './row-issues.js'
import { jsonTypeOf, typeProblem } from './type-problem.js'

/** The rules for the values of a row. */
export interface RowRules {
  readonly registry: Registry
  readonly dialect: DialectName
  readonly completeness: Completeness
  /** Whether required relations and media must have a partner. */
  readonly strictRelations: boolean
  readonly issues: RowIssues
  /** The resolved links by the path of their attribute. */
  readonly links: ReadonlyMap<string, LinkChange | MorphChange>
  /** The attributes of the entry whose values are copied from another row. */
  readonly inherited?: ReadonlySet<string>
}

interface RowPart {
  readonly schema: Schema
  readonly values: Values
  readonly path: Path
  /** The path before attributes in `links`, such as `seo.`. */
  readonly prefix: string
  /** Whether absent attributes get their defaults, and must be there if they are required. */
  readonly isNew: boolean
  readonly depth: number
}

/** Plans the values of an entry. Problems are added to the issues of the rules. */
export function planEntry(schema: Schema, values: Values, isNew: boolean, rules: RowRules): RowData {
  return planRow({ schema, values, path: [], prefix: '', isNew, depth: 0 }, rules)
}

function planRow(part: RowPart, rules: RowRules): RowData {
  const { schema, values, isNew } = part
  const fields: FieldWrite[] = []
  const relations: LinkChange[] = []
  const files: LinkChange[] = []
  const morphs: MorphChange[] = []
  const components: ComponentsChange[] = []
  for (const [name, attribute] of Object.entries(schema.declared)) {
    if (part.path.length === 0 && (rules.inherited?.has(name) || isVersionAttribute(name))) continue
    const path = [...part.path, name]
    const given = Object.hasOwn(values, name) ? values[name] : undefined
    if (isScalar(attribute)) {
      const value = given === undefined && isNew ? defaultOf(attribute) : given
      const field = planField(part, { name, attribute, path, value }, rules)
      if (field) fields.push(field)
    } else if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
      const items = planComponents(part, { name, attribute, path, value: given }, rules)
      if (items) components.push({ name, items })
    } else {
      checkRequiredLink(part, { attribute, path, value: given }, rules)
      const change = rules.links.get(part.prefix + name)
      if (!change) continue
      if (!('connect' in change)) morphs.push(change)
      else if (attribute.type === 'media') files.push(change)
      else relations.push(change)
    }
  }
  return { schema, values, fields, relations, files, morphs, components }
}

const defaultOf = ({ default: value }: ScalarAttribute): unknown => (value === null ? undefined : value)

interface Given<A extends Attribute> {
  readonly name: string
  readonly attribute: A
  readonly path: Path
  readonly value: unknown
}

function planField(
  part: RowPart,
  { name, attribute, path, value }: Given<ScalarAttribute>,
  rules: RowRules,
): FieldWrite | null {
  const { issues, completeness } = rules
  const isRequired = attribute.required === true && completeness === 'complete' && isVisible(attribute, part.values)
  const shown = displayName(path)
  if (value === undefined) {
    if (part.isNew && isRequired) issues.add(path, `${shown} must be defined.`)
    return null
  }
  if (value === null) {
    if (isRequired)
      issues.add(
        path,
        `${shown} must be a \`${jsonTypeOf(attribute.type)}\` type, but the final value was: \`null\`.`,
        null,
      )
    return { name, attribute, value: null }
  }
  const checked: CheckedField =
    attribute.type === 'json' && typeof value === 'string'
      ? checkJsonText(attribute, value, shown, rules.dialect)
      : checkField(attribute, value, shown, completeness)
  if ('stored' in checked) return { name, attribute, value: checked.stored }
  if (checked.isBare) issues.addBare(checked.problem)
  else issues.add(path, checked.problem, checked.value)
  return null
}

function planComponents(
  part: RowPart,
  { attribute, path, value }: Given<ComponentAttribute | DynamicZoneAttribute>,
  rules: RowRules,
): readonly ComponentData[] | null {
  const { issues, completeness } = rules
  const shown = displayName(path)
  if (value === undefined) {
    if (part.isNew && attribute.required && completeness === 'complete') issues.add(path, `${shown} must be defined.`)
    return null
  }
  const isList = attribute.type === 'dynamiczone' || attribute.repeatable
  if (!isList && value === null) {
    if (attribute.required && completeness === 'complete') issues.add(path, typeProblem(shown, 'object', null), null)
    return []
  }
  if (isList !== Array.isArray(value) || (!isList && !isRecord(value))) {
    issues.add(path, typeProblem(shown, isList ? 'array' : 'object', value), value)
    return null
  }
  const items = [value].flat() as readonly unknown[]
  if (isList && !checkCount(attribute, items, path, rules)) return null
  return items.flatMap((item, index) => {
    const itemPath = isList ? [...path, index] : path
    const prefix = componentPrefix(part.prefix + String(path.at(-1)), value, index)
    return planComponent({ ...part, path: itemPath, prefix }, attribute, item, rules) ?? []
  })
}

/** The most components of a list without its own maximum. */
const mostItems = 500

function checkCount(
  { min, max }: ComponentAttribute | DynamicZoneAttribute,
  items: readonly unknown[],
  path: Path,
  rules: RowRules,
): boolean {
  const isComplete = rules.completeness === 'complete'
  const shown = displayName(path)
  if (isComplete && min !== undefined && items.length < min && items.length > 0) {
    rules.issues.add(path, `${shown} field must have at least ${min} items`, items)
  }
  const limit = isComplete ? (max ?? mostItems) : Math.max(max ?? 0, mostItems)
  if (items.length <= limit) return true
  rules.issues.add(
    path,
    `${shown} field must have less than or equal to ${limit} items`,
    isComplete ? items : undefined,
  )
  return false
}

function planComponent(
  part: RowPart,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  item: unknown,
  rules: RowRules,
): ComponentData | null {
  const { issues, registry } = rules
  const { path } = part
  if (!isRecord(item)) {
    issues.add(path, typeProblem(displayName(path), 'object', item), item)
    return null
  }
  const component = componentOf(registry, attribute, item)
  if (attribute.type === 'dynamiczone' && !attribute.components.includes(component?.uid ?? '')) {
    issues.add(
      [...path, '__component'],
      zoneProblem(attribute, item['__component'], displayName(path)),
      item['__component'],
    )
    if (!component) issues.add([], unknownLinks(item['__component']))
    return null
  }
  if (!component) return null
  if (part.depth === maximumComponentDepth) {
    issues.add(
      path,
      `${displayName(path)} is nested too deep: at most ${maximumComponentDepth} components may enclose a component`,
    )
    return null
  }
  // In a new entry or component all components are new, whatever their ids are.
  const given = Number(item['id'])
  const id =
    part.isNew || !Object.hasOwn(item, 'id') || item['id'] === null ? null : Number.isSafeInteger(given) ? given : -1
  const row = planRow({ ...part, schema: component, values: item, isNew: id === null, depth: part.depth + 1 }, rules)
  return { id, row }
}

/** Strapi 5 reports an unknown component a second time, because it can't look for its relations. */
const unknownLinks = (uid: unknown): string =>
  typeof uid === 'string'
    ? 'Invalid relations'
    : `Cannot build relations store from dynamiczone, component identifier is ${String(uid)}`

function zoneProblem({ components }: DynamicZoneAttribute, uid: unknown, name: string): string {
  if (uid === undefined || uid === null) return `${name}.__component is a required field`
  return `${name}.__component must be one of the following values: ${listed(components)}${didYouMean(uid, components)}`
}

function checkRequiredLink(
  part: RowPart,
  { attribute, path, value }: Omit<Given<Attribute>, 'name'>,
  rules: RowRules,
): void {
  const { completeness, strictRelations, links, issues } = rules
  if (attribute.required !== true || !strictRelations || completeness === 'draft') return
  if (!isVisible(attribute, part.values)) return
  const message = `${displayName(path)} must be defined.`
  if (value === undefined) {
    if (part.isNew) issues.add(path, message)
    return
  }
  const change = links.get(part.prefix + String(path.at(-1)))
  const isEmptied =
    value === null || (change !== undefined && (change.set ?? ('connect' in change ? change.connect : [])).length === 0)
  if (isEmptied) issues.add(path, message, value)
}
