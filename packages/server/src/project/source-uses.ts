import { type MemberUse, type ReportUse, followMembers, followPattern } from './member-uses.js'
import { type HostUses, hostUses } from './host-uses.js'
import {
  type SyntaxNode,
  type SyntaxPath,
  type Visitors,
  allVisitors,
  childOf,
  childrenOf,
  nameOf,
  visitSource,
} from './syntax-tree.js'

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
      if (isRequestContext(path.node)) followMembers(path, inContext(true))
      const [name] = childrenOf(path.node, 'arguments')
      const isRequire = childOf(path.node, 'callee')?.['name'] === 'require' && !path.scope.hasBinding('require')
      if (isRequire && name?.['value'] === utilities) followMembers(path, inUtilities)
    },
    ImportDeclaration(path) {
      if (childOf(path.node, 'source')?.['value'] === utilities) followImport(path, inUtilities)
    },
  }
  const ofHost = hostUses()
  visitSource(source, file, allVisitors(visitors, ofHost.visitors))
  return { contexts, setsUnknown, utilities: ofUtilities, host: ofHost.uses }
}

/** Returns whether a call is `strapi.requestContext.get()`. */
function isRequestContext(call: SyntaxNode): boolean {
  const callee = childOf(call, 'callee')
  const object = callee && childOf(callee, 'object')
  if (!callee || !object || nameOf(callee, 'property') !== 'get') return false
  return nameOf(object, 'property') === 'requestContext' && childOf(object, 'object')?.['name'] === 'strapi'
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
