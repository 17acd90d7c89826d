import { builtinModules } from 'node:module'
import {
  childOf,
  childrenOf,
  lineOf,
  memberTypes,
  nameOf,
  type SyntaxNode,
  type SyntaxPath,
} from '@content-api/project-files/code/syntax'
import { hostUsesIn } from '@content-api/project-files/code/source-uses'
import type { ForwardReason } from '../forward-reason.js'
import { type IsEvent, isReadEvent } from './hooked-types.js'
import { type HostChain, hostChain } from './source/host-chain.js'
import { codeReason, isPackage, type SourceModule } from './source/source-module.js'
import { bare, elementsOf, isFunction, moduleOf, objectOf, type Scope, stringOf } from './source/values.js'

/** What code changes outside of its own routes, controllers and services. */
export interface HostChanges {
  /** Changes that may concern every read. */
  readonly everything: readonly ForwardReason[]
  readonly graphql: readonly ForwardReason[]
  /** Content types whose reads run code, by uid. */
  readonly types: ReadonlyMap<string, ForwardReason>
}

/** Parts of `strapi` through which code changes responses, as the beginning of a chain of members. */
const changing: readonly (readonly string[])[] = [
  ['app'],
  ['auth'],
  ['config', 'set'],
  ['container'],
  ['contentAPI'],
  ['db', 'lifecycles'],
  ['documents', 'use'],
  ['entityService', 'decorate'],
  ['get'],
  ['hook'],
  ['hooks'],
  ['router'],
  ['sanitizers'],
  ['server', 'api'],
  ['server', 'app'],
  ['server', 'mount'],
  ['server', 'router'],
  ['server', 'routes'],
  ['server', 'use'],
  ['validators'],
]

/** The same changes by the end of a call, for code that has `strapi` by another name. */
const changingCalls: readonly (readonly string[])[] = [
  ['lifecycles', 'subscribe'],
  ['documents', 'use'],
  ['entityService', 'decorate'],
  ['sanitizers', 'add'],
  ['validators', 'add'],
  ['server', 'use'],
  ['server', 'routes'],
]

/** The members of Strapi. Code may set others, such as `strapi.io`. */
const members = new Set(
  `admin api apis app auth backupManager components config configService container contentAPI contentType contentTypes
  controller controllers cron customFields db dirs documents entityService entityValidator errors eventHub fetch fs getModel hook
  hooks log middleware middlewares model models plugin plugins policies policy query reload requestContext router
  sanitizers server service services startupLogger store telemetry validators webhookRunner webhookStore`.split(/\s+/),
)

/** Functions that change their first argument. */
const mutators = [
  'assign',
  'defineProperty',
  'defineProperties',
  'set',
  'merge',
  'mergeWith',
  'extend',
  'defaults',
  'unset',
]

/** Parts of the project that lists of the host hold. */
const listed = ['routes', 'policies', 'middlewares', 'controllers', 'services', 'contentTypes', 'attributes']

/**
 * Finds the code that changes Strapi itself in the files of a project.
 * @param isTrusted returns whether the code of a reason changes no read
 * @param isEvent returns whether a lifecycle event matters; by default those of reads
 */
export function hostChanges(
  modules: readonly SourceModule[],
  isTrusted: (reason: ForwardReason) => boolean = () => false,
  isEvent: IsEvent = isReadEvent,
): HostChanges {
  const everything: ForwardReason[] = []
  const graphql: ForwardReason[] = []
  const types = new Map<string, ForwardReason>()
  for (const module of modules) {
    if (module.file.endsWith('.json')) continue
    const all = (line: number, message: string) => void everything.push(codeReason(module, line, message))
    if (!module.program) {
      all(1, 'This file has syntax errors, so its code is unknown.')
      continue
    }
    const onGraphql = (line: number) =>
      void graphql.push(codeReason(module, line, 'The code uses the GraphQL plugin, which may change its schema.'))
    const onType = (uid: string, line: number) => {
      const reason = codeReason(
        module,
        line,
        isEvent === isReadEvent
          ? 'A subscriber of lifecycle events runs for each read.'
          : 'A subscriber of lifecycle events runs for each write.',
      )
      if (!types.has(uid) && !isTrusted(reason)) types.set(uid, reason)
    }
    module.program.traverse(visitorsOf({ all, onGraphql, onType, isEvent }))
    for (const use of hostUsesIn(module.program).members) {
      const found = changing.find((path) => path.every((name, index) => use.path[index] === name))
      // A subscription is read as a call.
      if (found && !(use.path[2] === 'subscribe' && use.call)) all(use.line, messageOf(found.join('.')))
    }
  }
  const left = (reasons: readonly ForwardReason[]) => onePerLine(reasons).filter((reason) => !isTrusted(reason))
  return { everything: left(everything), graphql: left(graphql), types }
}

const messageOf = (part: string) => `strapi.${part} may change the responses to all reads.`

function onePerLine(reasons: readonly ForwardReason[]): ForwardReason[] {
  const isFirst = ({ file, line }: ForwardReason, index: number) =>
    reasons.findIndex((each) => each.file === file && each.line === line) === index
  return reasons.filter(isFirst)
}

interface Report {
  readonly all: (line: number, message: string) => void
  readonly onGraphql: (line: number) => void
  readonly onType: (uid: string, line: number) => void
  readonly isEvent: IsEvent
}

function visitorsOf(report: Report) {
  const { all, onGraphql } = report
  const call = ({ node, scope }: SyntaxPath) => {
    const callee = childOf(node, 'callee')
    const args = childrenOf(node, 'arguments')
    if (!callee) return
    const line = lineOf(node)
    const names = endOf(callee)
    const changed = changingCalls.find((path) => path.every((name, index) => names[index] === name))
    if (changed?.[1] === 'subscribe') return subscription(args[0], line, scope, report)
    if (changed) return all(line, messageOf(changed.join('.')))
    const target = args[0] && mutators.includes(names[1]) ? hostChain(args[0], scope) : null
    const listChain = ['push', 'unshift', 'splice', 'add', 'set', 'extend'].includes(names[1])
      ? hostChain(childOf(callee, 'object'), scope)
      : null
    if (target && isChange(target, args[1] && objectOf(args[1], scope)?.properties.keys())) {
      all(line, `${names[1]} changes a part of strapi.`)
    } else if (listChain && listed.includes(listChain.names.at(-1) ?? '')) {
      all(line, `${names[1]} changes a part of strapi.`)
    } else if (args.some((each) => isHostArgument(each, scope))) {
      const name = moduleOf(callee, scope)
      if (name !== null && isForeign(name)) all(line, `The package ${name} gets strapi, and may change everything.`)
    }
  }
  const written = (target: SyntaxNode | undefined, scope: Scope) => {
    if (!target || !memberTypes.includes(target.type)) return
    const chain = hostChain(target, scope)
    if (chain && isWritten(chain)) all(lineOf(target), `An assignment changes strapi.${shown(chain)}.`)
    const from = moduleOf(target, scope)
    if (from?.startsWith('@strapi/')) all(lineOf(target), `An assignment changes the package ${from}.`)
  }
  return {
    'CallExpression|OptionalCallExpression|NewExpression': call,
    AssignmentExpression: ({ node, scope }: SyntaxPath) => written(childOf(node, 'left'), scope),
    UnaryExpression({ node, scope }: SyntaxPath) {
      if (node['operator'] === 'delete') written(childOf(node, 'argument'), scope)
    },
    StringLiteral({ node }: SyntaxPath) {
      if (String(node['value']).startsWith('plugin::graphql.')) onGraphql(lineOf(node))
    },
    'MemberExpression|OptionalMemberExpression'(path: SyntaxPath) {
      const chain = hostChain(path.node, path.scope)
      if (!chain) return
      const isPlugin = chain.names[0] === 'plugin' && chain.texts[0] === 'graphql'
      if (isPlugin || (chain.names[0] === 'plugins' && chain.names[1] === 'graphql')) onGraphql(lineOf(path.node))
    },
    ObjectPattern({ node }: SyntaxPath) {
      for (const property of childrenOf(node, 'properties')) {
        const value = childOf(property, 'value')
        const target = value?.type === 'AssignmentPattern' ? childOf(value, 'left') : value
        if (property.type !== 'ObjectProperty' || nameOf(property, 'key') !== 'strapi' || !target) continue
        // The uses of another name aren't followed.
        if (target.type !== 'Identifier' || target['name'] !== 'strapi') {
          all(lineOf(property), 'strapi gets another name, so its uses are unknown.')
        }
      }
    },
  }
}

/** Returns the last two names of a callee: `lifecycles`, `subscribe`. */
function endOf(callee: SyntaxNode): readonly [string, string] {
  const object = memberTypes.includes(callee.type) ? childOf(callee, 'object') : undefined
  return [object ? lastName(object) : '', lastName(callee)]
}

function lastName(node: SyntaxNode): string {
  const name = memberTypes.includes(node.type) ? nameOf(node, 'property') : node['name']
  return typeof name === 'string' ? name : ''
}

/** A subscriber with write events only, or for listed types, concerns no other reads. */
function subscription(node: SyntaxNode | undefined, line: number, scope: Scope, report: Report): void {
  const { all, onType, isEvent } = report
  const unknown = () => all(line, messageOf('db.lifecycles'))
  const object = objectOf(node, scope)
  if (!object?.isComplete) return unknown()
  const names = [...object.properties.keys()]
  if (!names.some(isEvent)) return
  const models = elementsOf(object.properties.get('models'), scope)?.map((each) => stringOf(each, scope))
  if (!models || models.includes(undefined)) return unknown()
  for (const uid of models) if (uid !== undefined) onType(uid, line)
}

/** @param assigned the names that `Object.assign` sets; undefined if they aren't known */
function isChange({ names }: HostChain, assigned: Iterable<string> | undefined): boolean {
  if (names.length > 0) return true
  return assigned === undefined || [...assigned].some((name) => members.has(name))
}

function isWritten({ names, texts }: HostChain): boolean {
  const [name] = names
  if (names.length === 0) return false
  // A member of the project's own, such as `strapi.io`, and what it holds.
  return texts.length > 0 || name === null || name === undefined || members.has(name)
}

const shown = ({ names }: HostChain) => names.map((name) => name ?? '[…]').join('.')

/** Returns whether a call passes `strapi` on: as an argument or in an object. */
function isHostArgument(node: SyntaxNode, scope: Scope): boolean {
  const value = bare(node)
  if (value.type === 'Identifier') return hostChain(value, scope)?.names.length === 0
  if (value.type !== 'ObjectExpression') return false
  return childrenOf(value, 'properties').some((each) => {
    const held = childOf(each, 'value')
    return each.type === 'ObjectProperty' && held !== undefined && !isFunction(held) && isHostArgument(held, scope)
  })
}

const isForeign = (name: string) => {
  const [root = ''] = name.replace(/^node:/, '').split('/')
  return isPackage(name) && !builtinModules.includes(root) && name !== '@strapi/utils'
}
