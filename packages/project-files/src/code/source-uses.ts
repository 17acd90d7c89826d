import {
  childOf,
  childrenOf,
  lineOf,
  memberNames,
  memberTypes,
  nameOf,
  parseSource,
  type SyntaxNode,
  type SyntaxPath,
  transparent,
  type Visitors,
} from './syntax.js'

/** The uses of `strapi`, of the Koa context and of `@strapi/utils` in a source file. */
export interface SourceUses {
  /** The uses of each object that is a context, or may be one because of its name. */
  readonly contexts: readonly { readonly isCertain: boolean; readonly uses: readonly MemberUse[] }[]
  /** Whether code may set members of the context whose names aren't known. */
  readonly setsUnknown: boolean
  readonly utilities: readonly MemberUse[]
  readonly host: HostUses
}

/** The names of the first parameter that is a Koa context, by the folders of files. */
const contextNames: readonly (readonly [files: RegExp, names: readonly string[]])[] = [
  [/(?:^|\/)(?:controllers|middlewares|policies)\//, ['ctx', 'context', 'policyContext']],
  [/(?:^|\/)(?:routes|extensions)\/|^src\/index\.\w+$/, ['ctx']],
]

const utilities = '@strapi/utils'

/** Finds the uses in a source file. @param file its path in the project */
export function usesIn(source: string, file: string): SourceUses {
  const program = parseSource(source, file)
  const contexts: { readonly isCertain: boolean; readonly uses: MemberUse[] }[] = []
  const ofUtilities: MemberUse[] = []
  let setsUnknown = false
  const inContext = (isCertain: boolean): ReportUse => {
    const uses: MemberUse[] = []
    contexts.push({ isCertain, uses })
    return (use) => {
      if (use.path === null) setsUnknown = true
      else uses.push(use)
    }
  }
  const inUtilities: ReportUse = (use) => void (use.path !== null && ofUtilities.push(use))
  const names = contextNames.find(([files]) => files.test(file))?.[1] ?? []
  const visitors: Visitors = {
    Function(path) {
      const [first] = childrenOf(path.node, 'params')
      const isContext = first?.type === 'Identifier' && names.includes(String(first['name']))
      if (isContext) followPattern(first, path, [], inContext(false))
    },
    MemberExpression(path) {
      if (nameOf(path.node, 'property') === 'koaContext') followMembers(path, inContext(true))
    },
    CallExpression(path) {
      if (memberNames(path.node, 'strapi') === 'requestContext.get') followMembers(path, inContext(true))
      const [name] = childrenOf(path.node, 'arguments')
      const isRequire = childOf(path.node, 'callee')?.['name'] === 'require' && !path.scope.hasBinding('require')
      if (isRequire && name?.['value'] === utilities) followMembers(path, inUtilities)
    },
    ImportDeclaration(path) {
      if (childOf(path.node, 'source')?.['value'] === utilities) followImport(path, inUtilities)
    },
  }
  const ofHost = hostUses()
  for (const each of [visitors, ofHost.visitors]) program?.traverse(each)
  return { contexts, setsUnknown, utilities: ofUtilities, host: ofHost.uses }
}

function followImport(path: SyntaxPath, report: ReportUse): void {
  const isType = (node: SyntaxNode) => node['importKind'] === 'type'
  if (isType(path.node)) return
  for (const specifier of childrenOf(path.node, 'specifiers')) {
    const local = childOf(specifier, 'local')
    if (!local || isType(specifier)) continue
    const imported = childOf(specifier, 'imported')
    const name = imported && String(imported['name'] ?? imported['value'])
    if (name !== undefined) report({ path: [name], line: specifier.loc?.start.line ?? 0, kind: 'read' })
    followPattern(local, path, name === undefined || name === 'default' ? [] : [name], report)
  }
}

/** The uses of the object `strapi` in a source file. */
export interface HostUses {
  readonly members: readonly MemberUse[]
  /** Whether code may set members of `strapi` whose names aren't known. */
  readonly setsUnknown: boolean
  readonly plugins: readonly PluginUse[]
  /** The lines of calls of `strapi.db.transaction` without a function. */
  readonly openTransactions: readonly number[]
}

/** The use of a plugin, and maybe of one of its services, in any notation. */
interface PluginUse {
  readonly plugin: string
  readonly service: string | undefined
  readonly line: number
  /** The line that names the plugin, if it is another one. */
  readonly pluginLine?: number
}

/** Finds the uses of `strapi` in a program. */
export function hostUsesIn(program: SyntaxPath): HostUses {
  const { uses, visitors } = hostUses()
  program.traverse(visitors)
  return uses
}

/** Creates visitors that collect the uses of `strapi`. */
function hostUses(): { readonly uses: HostUses; readonly visitors: Visitors } {
  const members: MemberUse[] = []
  const plugins: PluginUse[] = []
  const openTransactions: number[] = []
  const uses = { members, plugins, openTransactions, setsUnknown: false }
  const reportMember: ReportUse = (use) => {
    if (use.path === null) uses.setsUnknown = true
    else {
      members.push(use)
      const [list, plugin, part, service] = use.path
      if (list !== 'plugins' || plugin === undefined) return
      plugins.push({ plugin, service: part === 'services' ? service : undefined, line: use.line })
    }
  }
  /** Follows the result of `strapi.plugin('shop')`. */
  const followPlugin = (call: SyntaxPath, plugin: string) => {
    const line = lineOf(call.node)
    plugins.push({ plugin, service: undefined, line })
    followMembers(call, (use) => {
      if (use.path === null) return
      const [part, name] = use.path
      const service = part === 'services' ? name : part === 'service' && use.call ? textOf(use.call) : undefined
      if (service !== undefined) plugins.push({ plugin, service, line: use.line, pluginLine: line })
    })
  }
  const visitors: Visitors = {
    ReferencedIdentifier(path) {
      if (path.node['name'] === 'strapi' && path.node.type === 'Identifier' && isHost(path)) {
        followMembers(path, reportMember)
      }
    },
    'CallExpression|OptionalCallExpression'(path) {
      const names = isHost(path) ? memberNames(path.node, 'strapi') : undefined
      const text = textOf(path.node)
      if (names === 'plugin' && text !== undefined) followPlugin(path, text)
      const [, plugin = '', service] =
        /^plugin::([\w-]+)\.([\w-]+)$/.exec(names === 'service' ? (text ?? '') : '') ?? []
      if (plugin !== '') plugins.push({ plugin, service, line: lineOf(path.node) })
      if (names === 'db.transaction' && childrenOf(path.node, 'arguments').length === 0) {
        openTransactions.push(lineOf(path.node))
      }
    },
  }
  return { uses, visitors }
}

/** Returns whether `strapi` isn't a variable with something else, such as `const strapi = createClient()`. */
function isHost({ scope }: SyntaxPath): boolean {
  const declared = scope.getBinding('strapi')?.path.node
  if (!declared) return true
  if (declared.type.startsWith('Import')) return false
  const isPlain = declared.type === 'VariableDeclarator' && childOf(declared, 'id')?.type === 'Identifier'
  return (
    !isPlain || !['CallExpression', 'NewExpression', 'AwaitExpression'].includes(childOf(declared, 'init')?.type ?? '')
  )
}

/** Returns the first argument of a call if it is a string. */
function textOf(call: SyntaxNode): string | undefined {
  const [first] = childrenOf(call, 'arguments')
  return first?.type === 'StringLiteral' ? String(first['value']) : undefined
}

/** The use of a member of an object, such as `ctx.request.body`. */
export interface MemberUse {
  readonly path: readonly string[]
  readonly line: number
  /** `written`: code sets the member. `tested`: it handles a missing member. */
  readonly kind: 'read' | 'written' | 'tested'
  /** The call of the member. */
  readonly call?: SyntaxNode | undefined
}

/** Receives the uses of an object. `path` is null if code may set members whose names aren't known. */
type ReportUse = (use: MemberUse | { readonly path: null }) => void

/**
 * Reports the members that code uses of an object, also through variables and patterns.
 * @param path an expression whose value is the object, or the member at `above` of it
 */
function followMembers(path: SyntaxPath, report: ReportUse, above: readonly string[] = []): void {
  const { names, last } = chainFrom(path)
  const full = [...above, ...names]
  const line = last.node.loc?.start.line ?? 0
  const { parentPath: parent } = last
  const call = parent?.node['callee'] === last.node ? parent.node : undefined
  if (names.length > 0)
    report({ path: full, line: childOf(last.node, 'property')?.loc?.start.line ?? line, kind: kindOf(last), call })
  if (parent === null) return
  if (isAssignOf(parent.node, last.node)) reportAssigned(parent.node, full, line, report)
  const target = targetOf(parent.node, last.node)
  if (target) followPattern(target, last, full, report)
}

/** Follows a variable or a pattern that gets the value at a path. */
function followPattern(target: SyntaxNode, at: SyntaxPath, above: readonly string[], report: ReportUse): void {
  if (target.type === 'AssignmentPattern') {
    const left = childOf(target, 'left')
    if (left) followPattern(left, at, above, report)
  } else if (target.type === 'Identifier') {
    const binding = at.scope.getBinding(String(target['name']))
    if (binding?.constant) for (const reference of binding.referencePaths) followMembers(reference, report, above)
  } else if (target.type === 'ObjectPattern') {
    for (const property of childrenOf(target, 'properties')) {
      const name = property.type === 'ObjectProperty' ? nameOf(property, 'key') : null
      const value = childOf(property, 'value')
      if (name === null || !value) continue
      // A default value handles a missing member.
      const kind = value.type === 'AssignmentPattern' ? 'tested' : 'read'
      report({ path: [...above, name], line: property.loc?.start.line ?? 0, kind })
      followPattern(value, at, [...above, name], report)
    }
  }
}

/** Returns the names after an expression, as in `.request.body`, and the whole expression. */
function chainFrom(path: SyntaxPath): { readonly names: readonly string[]; readonly last: SyntaxPath } {
  const names: string[] = []
  let last = path
  for (let parent = path.parentPath; parent !== null; parent = parent.parentPath) {
    const { node } = parent
    if (memberTypes.includes(node.type) && node['object'] === last.node) {
      const name = nameOf(node, 'property')
      if (name === null) break
      names.push(name)
    } else if (!transparent.includes(node.type)) break
    last = parent
  }
  return { names, last }
}

function kindOf({ node, parentPath }: SyntaxPath): MemberUse['kind'] {
  const parent = parentPath?.node
  if (!parent) return 'read'
  const { type } = parent
  if (type === 'AssignmentExpression' && parent['left'] === node) return 'written'
  if (type === 'UpdateExpression') return 'written'
  const isTest =
    (type === 'UnaryExpression' && ['!', 'typeof', 'delete'].includes(String(parent['operator']))) ||
    type === 'LogicalExpression' ||
    (['IfStatement', 'ConditionalExpression'].includes(type) && parent['test'] === node) ||
    (type === 'OptionalCallExpression' && parent['optional'] === true) ||
    (type === 'OptionalMemberExpression' && parent['optional'] === true && parent['object'] === node) ||
    type === 'BinaryExpression'
  return isTest ? 'tested' : 'read'
}

/** Returns the pattern or variable that gets the value of an expression. */
function targetOf(parent: SyntaxNode, value: SyntaxNode): SyntaxNode | undefined {
  if (parent.type === 'VariableDeclarator' && parent['init'] === value) return childOf(parent, 'id')
  const left = parent.type === 'AssignmentExpression' && parent['right'] === value ? childOf(parent, 'left') : undefined
  return left?.type === 'ObjectPattern' ? left : undefined
}

/** Returns whether a call is `Object.assign` with the object as its target. */
const isAssignOf = (call: SyntaxNode, target: SyntaxNode): boolean =>
  memberNames(call, 'Object') === 'assign' && childrenOf(call, 'arguments')[0] === target

function reportAssigned(call: SyntaxNode, above: readonly string[], line: number, report: ReportUse): void {
  for (const value of childrenOf(call, 'arguments').slice(1)) {
    const properties = value.type === 'ObjectExpression' ? childrenOf(value, 'properties') : null
    const names = properties?.map((each) => nameOf(each, 'key')) ?? [null]
    for (const name of names) {
      if (name !== null) report({ path: [...above, name], line, kind: 'written' })
      else report(above.length === 0 ? { path: null } : { path: above, line, kind: 'written' })
    }
  }
}
