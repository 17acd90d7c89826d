import { isAbsolute } from 'node:path'
import {
  childOf,
  childrenOf,
  memberTypes,
  nameOf,
  parseSource,
  type SyntaxNode,
  type SyntaxPath,
} from '@content-api/project-files/code/syntax'
import type { ForwardReason } from '../../forward-reason.js'
import { type KnownObject, objectOf, type Scope } from './values.js'
import type { Source } from '@content-api/project-files/code/source-files'

/** A source file, which is read and never run. */
export interface SourceModule {
  /** Relative to the project. */
  readonly file: string
  readonly source: string
  /** The parsed program; null if the file has syntax errors. */
  readonly program: SyntaxPath | null
}

/** Reads a source file. It is parsed on access. */
export function sourceModule({ file, source }: Pick<Source, 'file' | 'source'>): SourceModule {
  let program: SyntaxPath | null | undefined
  return {
    file,
    source,
    get program() {
      if (program === undefined) program = parseSource(source, file)
      return program
    },
  }
}

/** Returns why code in a file causes reads to be forwarded. */
export const codeReason = ({ file }: Pick<SourceModule, 'file'>, line: number, message: string): ForwardReason => ({
  kind: 'code',
  message,
  file,
  line: Math.max(line, 1),
})

/** What a file exports. */
export interface Exports {
  /** `module.exports` or the default export, if there is one. */
  readonly main: SyntaxNode | null
  /** Exports by name. */
  readonly named: ReadonlyMap<string, SyntaxNode>
  /** Whether these are all exports. */
  readonly isComplete: boolean
}

/** Finds the exports of a file at the level of the file. Those in functions make the result incomplete. */
export function exportsOf({ program }: SourceModule): Exports {
  if (!program) return { main: null, named: new Map(), isComplete: false }
  let main: SyntaxNode | null = null
  let understood = 0
  let isComplete = true
  const named = new Map<string, SyntaxNode>()
  const add = (name: string | null, value: SyntaxNode | undefined) => {
    if (name === null || !value) isComplete = false
    else if (name === 'default') main = value
    else named.set(name, value)
  }
  for (const statement of childrenOf(program.node, 'body')) {
    const { type } = statement
    if (type === 'ExportDefaultDeclaration') add('default', childOf(statement, 'declaration'))
    else if (type === 'TSExportAssignment') add('default', childOf(statement, 'expression'))
    else if (type === 'ExportAllDeclaration') isComplete = false
    else if (type === 'ExportNamedDeclaration') addDeclared(statement, add)
    const assigned = type === 'ExpressionStatement' ? assignedExport(statement) : null
    if (!assigned) continue
    understood += 1
    add(assigned.name, assigned.value)
  }
  let used = 0
  program.traverse({
    ReferencedIdentifier({ node, scope }) {
      const name = String(node['name'])
      if ((name === 'module' || name === 'exports') && !scope.hasBinding(name)) used += 1
    },
  })
  return { main, named, isComplete: isComplete && used <= understood }
}

function addDeclared(statement: SyntaxNode, add: (name: string | null, value: SyntaxNode | undefined) => void): void {
  if (statement['exportKind'] === 'type') return
  const declaration = childOf(statement, 'declaration')
  // Types have no value at run time.
  if (declaration?.type.startsWith('TS')) return
  if (declaration?.type === 'VariableDeclaration') {
    for (const each of childrenOf(declaration, 'declarations')) {
      const id = childOf(each, 'id')
      add(id?.type === 'Identifier' ? String(id['name']) : null, childOf(each, 'init'))
    }
  } else if (declaration) {
    add(String(childOf(declaration, 'id')?.['name']), declaration)
  }
  for (const each of childrenOf(statement, 'specifiers')) {
    const exported = childOf(each, 'exported')
    const isHere = !childOf(statement, 'source') && each.type === 'ExportSpecifier'
    add(isHere ? String(exported?.['name'] ?? exported?.['value']) : null, childOf(each, 'local'))
  }
}

/** Reads `module.exports = value`, `module.exports.name = value` and `exports.name = value`. */
function assignedExport(statement: SyntaxNode): { readonly name: string | null; readonly value: SyntaxNode } | null {
  const assignment = childOf(statement, 'expression')
  if (assignment?.type !== 'AssignmentExpression' || assignment['operator'] !== '=') return null
  const [left, value] = [childOf(assignment, 'left'), childOf(assignment, 'right')]
  if (!left || !value) return null
  if (isModuleExports(left)) return { name: 'default', value }
  const target = memberTypes.includes(left.type) ? childOf(left, 'object') : undefined
  const isExports =
    target && (isModuleExports(target) || (target.type === 'Identifier' && target['name'] === 'exports'))
  return isExports ? { name: nameOf(left, 'property'), value } : null
}

const isModuleExports = (node: SyntaxNode) =>
  memberTypes.includes(node.type) &&
  childOf(node, 'object')?.['name'] === 'module' &&
  nameOf(node, 'property') === 'exports'

/** Returns the exports of a file as one object: `module.exports = { … }`, or exports by name. */
export function exportedObject(module: SourceModule): KnownObject {
  const { main, named, isComplete } = exportsOf(module)
  const scope = scopeOf(module)
  const object = main && scope ? objectOf(main, scope) : null
  const properties = new Map([...(object?.properties ?? []), ...named])
  return { properties, isComplete: isComplete && (main === null || object?.isComplete === true) }
}

/** Returns the scope of the variables of a file; null if the file has syntax errors. */
export const scopeOf = ({ program }: SourceModule): Scope | null => program?.scope ?? null

/** Returns whether a module name is that of a package, not of a file of the project. */
export const isPackage = (name: string): boolean => !name.startsWith('.') && !isAbsolute(name) && !name.startsWith('@/')
