import { builtinContentTypes } from '@content-api/model'
import {
  childOf,
  childrenOf,
  lineOf,
  memberTypes,
  nameOf,
  type SyntaxNode,
  type SyntaxPath,
} from '@content-api/project-files/code/syntax'
import type { ForwardReason } from '../forward-reason.js'
import { codeReason, exportsOf, scopeOf, type SourceModule } from './source/source-module.js'
import { isFunction, objectOf, resolved, stringOf } from './source/values.js'
import type { ForeignRoute } from './route-paths.js'
import { isWrite } from './source/route-files.js'

/** What `src/extensions/<plugin>/strapi-server` changes. */
export interface ExtensionChanges {
  readonly everything: readonly ForwardReason[]
  readonly graphql: readonly ForwardReason[]
  readonly files: readonly ForwardReason[]
  /** Why all actions of a plugin are forwarded, by the name of the plugin. */
  readonly plugins: ReadonlyMap<string, ForwardReason>
  /** Why reads of content types are forwarded, by uid. */
  readonly types: ReadonlyMap<string, ForwardReason>
  readonly foreign: readonly ForeignRoute[]
}

const extension = /^src\/extensions\/([^/]+)\/strapi-server\.(?:js|ts)$/

/** The parts of a plugin of which only its own routes and content types consist. */
const ownParts = ['controllers', 'routes', 'contentTypes', 'controller', 'contentType']

/** Plugins that only work for the admin panel or for writes. */
const aside = [
  'email',
  'content-manager',
  'content-type-builder',
  'documentation',
  'sentry',
  'cloud',
  'review-workflows',
]

/** Reads the extensions of plugins. */
export function extensionChanges(modules: readonly SourceModule[]): ExtensionChanges {
  const everything: ForwardReason[] = []
  const graphql: ForwardReason[] = []
  const files: ForwardReason[] = []
  const plugins = new Map<string, ForwardReason>()
  const types = new Map<string, ForwardReason>()
  const foreign: ForeignRoute[] = []
  for (const module of modules) {
    const [, plugin] = extension.exec(module.file) ?? []
    if (plugin === undefined || isEmpty(module)) continue
    const { other, reads } = extentOf(module)
    if (reads !== null) plugins.set(plugin, codeReason(module, reads, `The extension of ${plugin} changes its reads.`))
    foreign.push(...routesIn(module))
    // It may add lifecycle hooks to them.
    const changesTypes = module.source.includes('contentType')
    for (const uid of changesTypes ? builtinContentTypes.keys() : []) {
      if (!uid.startsWith(`plugin::${plugin}.`)) continue
      types.set(uid, codeReason(module, 1, `The extension of ${plugin} uses its content types.`))
    }
    if (plugin === 'graphql') graphql.push(codeReason(module, 1, 'The plugin graphql has an extension.'))
    if (other === null || aside.includes(plugin) || plugin === 'graphql') continue
    const reason = codeReason(module, other, `The extension of ${plugin} changes more than its routes.`)
    // Any other plugin may take part in every read, such as users-permissions and i18n.
    if (plugin === 'upload') files.push(reason)
    else everything.push(reason)
  }
  return { everything, graphql, files, plugins, types, foreign }
}

/** Returns whether a file is empty, or returns the plugin as it is. */
function isEmpty(module: SourceModule): boolean {
  return module.program !== null && childrenOf(module.program.node, 'body').length === 0
}

/** How far the changes of an extension go. */
interface Extent {
  /** The line of a change of other parts than those of `ownParts`; null if there is none. */
  readonly other: number | null
  /** The line of a change of the plugin's own reads, or of one that isn't understood; null if there is none. */
  readonly reads: number | null
}

function extentOf(module: SourceModule): Extent {
  const { main, isComplete } = exportsOf(module)
  const scope = scopeOf(module)
  const change = main && scope ? resolved(main, scope) : null
  if (!change || !isComplete) return { other: 1, reads: 1 }
  const line = lineOf(change)
  // An object replaces whole parts of the plugin.
  if (!isFunction(change)) {
    const parts = scope && objectOf(change, scope)
    const isOwn = parts?.isComplete && [...parts.properties.keys()].every((name) => ownParts.includes(name))
    return { other: isOwn ? null : line, reads: line }
  }
  const [parameter] = childrenOf(change, 'params')
  if (parameter?.type !== 'Identifier') return { other: line, reads: line }
  return usesOfPlugin(module, String(parameter['name']))
}

/** Reads the uses of the plugin, which is the parameter of the extension. */
function usesOfPlugin({ program }: SourceModule, name: string): Extent {
  let other: number | null = null
  let reads: number | null = null
  program?.traverse({
    ReferencedIdentifier(path: SyntaxPath) {
      const { node, parentPath } = path
      if (node['name'] !== name || !parentPath) return
      if (['ReturnStatement', 'ArrowFunctionExpression'].includes(parentPath.node.type)) return
      const use = useFrom(path)
      if (isHarmless(use)) return
      reads ??= lineOf(node)
      if (!ownParts.includes(use.names[0] ?? '')) other ??= lineOf(node)
    },
  })
  return { other, reads }
}

interface PluginUse {
  readonly names: readonly string[]
  /** The expression that uses the member. */
  readonly parent: SyntaxNode | undefined
  readonly node: SyntaxNode
  readonly scope: SyntaxPath['scope']
}

/** Follows members: `controllers.user.me` of `plugin.controllers.user.me`. */
function useFrom(path: SyntaxPath): PluginUse {
  const names: string[] = []
  let last = path
  for (let up = path.parentPath; up && memberTypes.includes(up.node.type); up = up.parentPath) {
    const name = up.node['object'] === last.node ? nameOf(up.node, 'property') : null
    if (name === null) break
    names.push(name)
    last = up
  }
  return { names, parent: last.parentPath?.node, node: last.node, scope: path.scope }
}

/** The functions of controllers that answer the reads of this server. */
const readFunctions = ['me', 'find', 'findOne', 'count', 'listLocales']

/** Returns whether a use adds a function or a route of its own, or only calls a function of the plugin. */
function isHarmless({ names, parent, node, scope }: PluginUse): boolean {
  const [part, , name = ''] = names
  const isWritten = parent?.['left'] === node
  const isCalled = parent?.['callee'] === node
  if (part === 'services') return names.length > 2 && isCalled
  if (part === 'controllers' && names.length === 3) {
    return isWritten ? !readFunctions.includes(name) : parent?.type !== 'AssignmentExpression'
  }
  if (part !== 'routes' || !isCalled || !parent || !['push', 'unshift'].includes(names.at(-1) ?? '')) return false
  // `routesIn` reads their paths.
  return childrenOf(parent, 'arguments').every((each) => {
    const route = objectOf(each, scope)
    return route?.isComplete === true && route.properties.has('method') && route.properties.has('path')
  })
}

/** Finds the routes in an extension: objects with a method and a path. */
function routesIn(module: SourceModule): ForeignRoute[] {
  const found: ForeignRoute[] = []
  module.program?.traverse({
    ObjectExpression({ node, scope }: SyntaxPath) {
      const property = (name: string): SyntaxNode | undefined => {
        const written = childrenOf(node, 'properties').find((each) => nameOf(each, 'key') === name)
        return written && childOf(written, 'value')
      }
      const [method, path] = [property('method'), property('path')]
      if (!method || !path) return
      if (isWrite(stringOf(method, scope) ?? '')) return
      const text = stringOf(path, scope)
      const reason = codeReason(module, lineOf(node), `The project has a route GET ${text ?? 'with an unknown path'}.`)
      // A pattern for every path.
      found.push({ path: text ?? '/(.*)', reason })
    },
  })
  return found
}
