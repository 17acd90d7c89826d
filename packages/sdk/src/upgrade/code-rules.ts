import { entryCallOf } from './entry-calls.js'
import { envelopeOrigin } from './envelopes.js'
import type { Report, Rule } from './finding.js'
import {
  bareExpression,
  isCall,
  isMember,
  isProperty,
  mentions,
  nameOf,
  type Node,
  nodeAt,
  nodesAt,
  propertyOf,
  stringOf,
  visitTree,
} from './syntax.js'
import { checkText } from './text-rules.js'

/** What is known from all files of a project. */
export interface Project {
  /** The names of variables that hold a collection. */
  readonly collections: ReadonlySet<string>
  /** Whether a file certainly reads entries as `{ attributes }`. */
  readonly hasEnvelopes: boolean
}

interface FileContext extends Project {
  readonly report: Report
}

/** Reports all code of a file that means something else in Strapi 5. */
export function checkProgram(program: Node, context: FileContext): void {
  visitTree(program, (node, ancestors) => {
    for (const check of checksOf(node)) check(node, ancestors, context)
  })
}

type Check = (node: Node, ancestors: readonly Node[], context: FileContext) => void

function checksOf(node: Node): readonly Check[] {
  if (isCall(node)) return [checkEntryCall, checkRegister, checkForm, checkImportedCall]
  if (isProperty(node)) return [checkParameter, checkFilter, checkRelation, checkPopulate]
  if (isMember(node) || node.type === 'ObjectPattern') return [checkEnvelope]
  if (node.type === 'StringLiteral') return [checkString]
  if (node.type === 'TemplateLiteral') return [checkTemplate]
  return []
}

/** Entries in `{ attributes }`. */
const checkEnvelope: Check = (node, ancestors, { hasEnvelopes, report }) => {
  const origin = envelopeOrigin(node, ancestors)
  if (origin === 'entry' || (origin === 'unknown' && hasEnvelopes)) report('envelope', node.loc.start)
}

/** Ids in calls, the data of writes, and the results of deletes. */
const checkEntryCall: Check = (call, ancestors, { collections, report }) => {
  const entry = entryCallOf(call, collections)
  if (entry === undefined) return
  if (entry.id !== undefined && !mentions(entry.id, /document_?id/i)) report('numeric-id', entry.id.loc.start)
  if (entry.method === 'delete' && isUsed(ancestors)) report('deleted-entry', call.loc.start)
  const data = dataOf(entry.data)
  if (data === undefined) return
  const publishedAt = propertyOf(data, 'publishedAt')
  if (publishedAt !== undefined) report('published-at', publishedAt.loc.start)
  const locale = propertyOf(data, 'locale')
  if (locale !== undefined) report('locale-in-data', locale.loc.start)
}

/** The data of a write as an object. Other clients wrap it: `{ data: { … } }`. */
function dataOf(argument: Node | undefined): Node | undefined {
  const object = bareExpression(argument)
  if (object?.type !== 'ObjectExpression') return undefined
  const inner = bareExpression(nodeAt(propertyOf(object, 'data'), 'value'))
  return inner?.type === 'ObjectExpression' ? inner : object
}

/** Returns whether the value of a call is used, except by `return`, whose use isn't known. */
function isUsed([parent, next]: readonly Node[]): boolean {
  const user = parent?.type === 'AwaitExpression' ? next : parent
  return (
    user?.type === 'VariableDeclarator' ||
    user?.type === 'AssignmentExpression' ||
    (user !== undefined && isMember(user) && parent?.type === 'AwaitExpression')
  )
}

const accountFields: ReadonlySet<string> = new Set(['username', 'email', 'password'])

const checkRegister: Check = (call, _ancestors, { report }) => {
  const callee = nodeAt(call, 'callee')
  if (callee === undefined || !isMember(callee) || nameOf(callee) !== 'register') return
  const receiver = nameOf(nodeAt(callee, 'object')) ?? ''
  const [account] = nodesAt(call, 'arguments')
  if (!/auth|strapi/i.test(receiver) || account?.type !== 'ObjectExpression') return
  const more = nodesAt(account, 'properties').find(
    (property) => isProperty(property) && !accountFields.has(nameOf(property) ?? ''),
  )
  if (more !== undefined) report('registered-fields', more.loc.start)
}

/** `form.append('files.cover', file)`. */
const checkForm: Check = (call, _ancestors, { report }) => {
  const [key] = nodesAt(call, 'arguments')
  const isFile = stringOf(key)?.startsWith('files.') === true
  if (isFile && nameOf(nodeAt(call, 'callee')) === 'append') report('created-files', call.loc.start)
}

const checkImportedCall: Check = (call, _ancestors, { report }) => {
  const callee = nodeAt(call, 'callee')
  const [, plural] = nodesAt(call, 'arguments')
  if (callee?.type !== 'Identifier' || stringOf(plural) === undefined) return
  if (nameOf(callee) === 'unpublish') report('unpublish', call.loc.start)
  if (nameOf(callee) === 'createLocalization') report('localization', call.loc.start)
}

/** Parameters of queries and options of clients, by name. */
const checkParameter: Check = (property, ancestors, { report }) => {
  const value = bareExpression(nodeAt(property, 'value'))
  const text = stringOf(value)
  const name = nameOf(property)
  const start = property.loc.start
  // Other values are those of another interface.
  const isState = text === undefined || /^(live|preview)$/i.test(text)
  if (name === 'publicationState' && isState && ancestors[0]?.type !== 'ObjectPattern')
    report('publication-state', start)
  if (name === 'locale' && text === 'all') report('all-locales', start)
  if (name === 'shape' && text === 'envelope') report('envelope', start)
  if (name === 'populate' && text === 'deep') report('populate-deep', start)
  if (name === 'sort' && sortsById(value)) report('id-sort', start)
  if ((name === 'limit' || name === 'pageSize') && isNegative(value) && isInside(ancestors, 'pagination')) {
    report('unlimited-list', start)
  }
}

function sortsById(value: Node | undefined): boolean {
  if (value === undefined) return false
  const items = value.type === 'ArrayExpression' ? nodesAt(value, 'elements') : [value]
  return items.some((item) => /^id(:(asc|desc))?$/i.test(stringOf(item) ?? ''))
}

const isNegative = (value: Node | undefined): boolean => value?.type === 'UnaryExpression' && value['operator'] === '-'

/** Conditions on ids, and on `publishedAt`. */
const checkFilter: Check = (property, ancestors, { report }) => {
  if (!isInside(ancestors, 'filters')) return
  const name = nameOf(property)
  if (name === 'id') report('id-filter', property.loc.start)
  const value = nodeAt(property, 'value')
  const selectsDrafts = value?.type === 'NullLiteral' || mentions(value, /^\$(null|notNull)$/)
  if (name === 'publishedAt' && selectsDrafts) report('draft-filter', property.loc.start)
}

const relationKeys: ReadonlySet<string> = new Set(['connect', 'disconnect', 'set'])

/** Numbers and ids in the lists of relations. */
const checkRelation: Check = (property, _ancestors, { report }) => {
  const value = bareExpression(nodeAt(property, 'value'))
  if (!relationKeys.has(nameOf(property) ?? '') || value?.type !== 'ArrayExpression') return
  const items = nodesAt(value, 'elements')
  const first = items.find((item) => item.type === 'NumericLiteral' || hasRowId(item))
  if (first !== undefined) report('relation-id', first.loc.start)
}

/** `{ id }` or `article.id`. */
function hasRowId(item: Node): boolean {
  if (isMember(item)) return nameOf(item) === 'id'
  return item.type === 'ObjectExpression' && propertyOf(item, 'id') !== undefined
}

const paginationKeys: ReadonlySet<string> = new Set(['limit', 'start', 'page', 'pageSize', 'pagination'])

/** Pagination below a populated relation: the parent is the object of a relation in `populate`. */
const checkPopulate: Check = (property, ancestors, { report }) => {
  const [, relation, , populate] = ancestors
  const isOption = relation !== undefined && isProperty(relation) && populate !== undefined && isProperty(populate)
  if (isOption && nameOf(populate) === 'populate' && paginationKeys.has(nameOf(property) ?? '')) {
    report('populate-limit', property.loc.start)
  }
}

function isInside(ancestors: readonly Node[], name: string): boolean {
  return ancestors.some((node) => isProperty(node) && nameOf(node) === name)
}

const checkString: Check = (node, _ancestors, { report }) => {
  checkText(stringOf(node) ?? '', node.loc.start, report)
}

/** The place of an expression in the text of a template. */
const HOLE = '\0'
// Bounded input: a string in the code of the project.
const entryAddress = /\/api\/(?!auth\/|users\/|upload\/)[a-z][a-z0-9-]*\/\0(?=$|[?/\0])/

const checkTemplate: Check = (node, _ancestors, { report }) => {
  const parts = nodesAt(node, 'quasis').map(({ value }) => (value as { cooked?: string }).cooked ?? '')
  const text = parts.join(HOLE)
  checkText(text, node.loc.start, report)
  const { index, 0: address = '' } = entryAddress.exec(text) ?? {}
  if (index === undefined) return
  const before = text.slice(0, index + address.length).split(HOLE).length - 2
  const id = nodesAt(node, 'expressions')[before]
  const rule: Rule = 'numeric-id'
  if (id !== undefined && !mentions(id, /document_?id|slug/i)) report(rule, id.loc.start)
}
