import { type MemberUse, type ReportUse, followMembers, memberNames } from './member-uses.js'
import { type SyntaxNode, type SyntaxPath, type Visitors, childOf, childrenOf } from './syntax-tree.js'

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
export interface PluginUse {
  readonly plugin: string
  readonly service: string | undefined
  readonly line: number
  /** The line that names the plugin, if it is another one. */
  readonly pluginLine?: number
}

/** Creates visitors that collect the uses of `strapi`. */
export function hostUses(): { readonly uses: HostUses; readonly visitors: Visitors } {
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

const lineOf = (node: SyntaxNode) => node.loc?.start.line ?? 0

/** Returns the first argument of a call if it is a string. */
function textOf(call: SyntaxNode): string | undefined {
  const [first] = childrenOf(call, 'arguments')
  return first?.type === 'StringLiteral' ? String(first['value']) : undefined
}
