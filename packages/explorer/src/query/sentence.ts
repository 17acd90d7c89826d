import { attributeOf, type ModelIndex, type Schema } from '../model/model-index.js'
import type { ExplorerAttribute } from '../protocol.js'
import { isQueryObject, type QueryValue } from '../state/query.js'
import type { Condition, FilterNode, Join } from './filter-tree.js'
import { operandOf, operatorWords } from './operators.js'

export const joinWords: Readonly<Record<Join, string>> = { all: 'all of', any: 'any of', not: 'not all of' }

/** The last attribute of a path, and the schema that the attribute belongs to. */
export interface ResolvedPath {
  readonly attribute: ExplorerAttribute | undefined
  readonly scope: Schema | undefined
}

export function resolvePath(schema: Schema | undefined, path: readonly string[], model: ModelIndex): ResolvedPath {
  let scope = schema
  let attribute: ExplorerAttribute | undefined
  for (const name of path) {
    if (attribute) scope = model.targetOf(attribute)
    attribute = attributeOf(scope, name)
  }
  return { attribute, scope }
}

/** Returns the schema to which a path of relations and components leads. */
export function schemaAtPath(
  schema: Schema | undefined,
  path: readonly string[],
  model: ModelIndex,
): Schema | undefined {
  const { attribute } = resolvePath(schema, path, model)
  return path.length === 0 ? schema : attribute && model.targetOf(attribute)
}

/** Describes a condition or group, for example `author › name contains “Ada”`. */
export function sentenceOf(node: FilterNode, schema: Schema | undefined, model: ModelIndex): string {
  if (node.kind === 'condition') return conditionSentence(node, schema, model)
  const inside = schemaAtPath(schema, node.path, model)
  const parts = node.items.map((item) => sentenceOf(item, inside, model))
  const about = node.path.length === 0 ? '' : `${node.path.join(' › ')} with `
  if (parts.length === 0) return `${about}${joinWords[node.join]} nothing`
  const joined = parts.join(node.join === 'any' ? ' or ' : ' and ')
  if (node.join === 'not') return `${about}not (${joined})`
  return parts.length > 1 ? `${about}(${joined})` : `${about}${joined}`
}

function conditionSentence(
  { path, operator, value }: Condition,
  schema: Schema | undefined,
  model: ModelIndex,
): string {
  const { attribute } = resolvePath(schema, path, model)
  const subject = path.length === 0 ? 'it' : path.join(' › ')
  if (operandOf(operator) === 'flag') {
    const opposite = operator === '$null' ? '$notNull' : '$null'
    return `${subject} ${operatorWords(value === 'false' ? opposite : operator, attribute?.type)}`
  }
  return `${subject} ${operatorWords(operator, attribute?.type)} ${valueWords(value, operator)}`
}

function valueWords(value: QueryValue | null, operator: string): string {
  if (value === null) return '…'
  if (typeof value === 'string') return `“${value.length > 60 ? `${value.slice(0, 60)}…` : value}”`
  const items = isQueryObject(value) ? Object.values(value) : value
  const joiner = operandOf(operator) === 'two' ? ' and ' : ', '
  return items.map((item) => (typeof item === 'string' ? `“${item}”` : '…')).join(joiner)
}
