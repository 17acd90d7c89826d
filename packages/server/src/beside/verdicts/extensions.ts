import { builtinContentTypes } from '@content-api/model'
import {
  childOf,
  childrenOf,
  lineOf,
  memberTypes,
  nameOf,
  type SyntaxNode,
  type SyntaxPath,
} from '../../strapi/code/checks/syntax.js'
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
    plugins.set(plugin, codeReason(module, 1, `The plugin ${plugin} has an extension.`))
    foreign.push(...routesIn(module))
    // It may add lifecycle hooks to them.
    const changesTypes = module.source.includes('contentType')
    for (const uid of changesTypes ? builtinContentTypes.keys() : []) {
      if (!uid.startsWith(`plugin::${plugin}.`)) continue
      types.set(uid, codeReason(module, 1, `The extension of ${plugin} uses its content types.`))
    }
    if (plugin === 'graphql') graphql.push(codeReason(module, 1, 'The plugin graphql has an extension.'))
    const other = otherPart(module)
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

/** Returns the line at which an extension changes other parts than those of `ownParts`; null if it doesn't. */
function otherPart(module: SourceModule): number | null {
  const { main, isComplete } = exportsOf(module)
  const scope = scopeOf(module)
  const change = main && scope ? resolved(main, scope) : null
  if (!change || !isComplete) return 1
  // An object replaces whole parts of the plugin.
  if (!isFunction(change)) {
    const parts = scope && objectOf(change, scope)
    const isOwn = parts?.isComplete && [...parts.properties.keys()].every((name) => ownParts.includes(name))
    return isOwn ? null : lineOf(change)
  }
  const [parameter] = childrenOf(change, 'params')
  if (!parameter) return lineOf(change)
  if (parameter.type !== 'Identifier') return lineOf(parameter)
  return strayUse(module, String(parameter['name']))
}

/** Finds a use of the plugin, the parameter of the extension, other than that of its own parts. */
function strayUse({ program }: SourceModule, name: string): number | null {
  let line: number | null = null
  program?.traverse({
    ReferencedIdentifier({ node, parentPath }: SyntaxPath) {
      if (node['name'] !== name || !parentPath) return
      const { node: parent } = parentPath
      const isMember = memberTypes.includes(parent.type) && parent['object'] === node
      const isOwn = isMember && ownParts.includes(nameOf(parent, 'property') ?? '')
      const isReturned = parent.type === 'ReturnStatement' || parent.type === 'ArrowFunctionExpression'
      if (!isOwn && !isReturned) line ??= lineOf(node)
    },
  })
  return line
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
