import type { ContentType, Registry } from '@content-api/model'
import { lineOf, type SyntaxNode } from '@content-api/project-files/code/syntax'
import type { ForwardReason } from '../forward-reason.js'
import type { CoreAction } from '@content-api/project-files/code/core-actions'
import { type ActionsOf, apiSources, ownTypes, readActionsOf } from './api-files.js'
import { codeReason, exportsOf, scopeOf, type SourceModule } from './source/source-module.js'
import { factoryCall, objectFrom } from './source/values.js'

/** The methods of a controller or service that change an action, besides those with the name of the action. */
interface Part {
  readonly folder: 'controllers' | 'services'
  readonly factory: string
  readonly noun: string
  /** Methods that all actions call. */
  readonly helpers: readonly string[]
}

const parts: readonly Part[] = [
  {
    folder: 'controllers',
    factory: 'createCoreController',
    noun: 'controller',
    helpers: [
      'transformResponse',
      'sanitizeOutput',
      'sanitizeInput',
      'sanitizeQuery',
      'validateQuery',
      'validateInput',
    ],
  },
  { folder: 'services', factory: 'createCoreService', noun: 'service', helpers: ['getFetchParams'] },
]

/**
 * Returns why actions of content types aren't those that Strapi generates, by action.
 * @param isTrusted returns whether the code of a reason changes no read
 * @param actionsOf returns the actions that matter; by default those that read
 */
export function overriddenActions(
  modules: readonly SourceModule[],
  registry: Registry,
  isTrusted: (reason: ForwardReason) => boolean = () => false,
  actionsOf: ActionsOf = readActionsOf,
): ReadonlyMap<string, ForwardReason> {
  const reasons = new Map<string, ForwardReason>()
  for (const part of parts) {
    const sources = apiSources(modules, part.folder)
    for (const type of ownTypes(registry)) {
      const found = sources.find(({ api, name }) => type.uid === `api::${api}.${name}`)
      const overridden = found ? overriddenIn(found.module, type, part, actionsOf) : missing(type, part, actionsOf)
      for (const [action, reason] of overridden) {
        const uid = `${type.uid}.${action}`
        if (!reasons.has(uid) && !isTrusted(reason)) reasons.set(uid, reason)
      }
    }
  }
  return reasons
}

type Overridden = ReadonlyMap<CoreAction, ForwardReason>

const forAll = (type: ContentType, reason: ForwardReason, actionsOf: ActionsOf): Overridden =>
  new Map(actionsOf(type).map((action) => [action, reason]))

/** Without these files the generated routes fail in Strapi. */
function missing(type: ContentType, { folder, noun }: Part, actionsOf: ActionsOf): Overridden {
  const [api = ''] = type.uid.slice('api::'.length).split('.')
  const reason = { kind: 'code', message: `${type.uid} has no ${noun}.`, file: `src/api/${api}/${folder}` } as const
  return forAll(type, reason, actionsOf)
}

function overriddenIn(
  module: SourceModule,
  type: ContentType,
  { factory, noun, helpers }: Part,
  actionsOf: ActionsOf,
): Overridden {
  const { main, isComplete } = exportsOf(module)
  const scope = scopeOf(module)
  const unknown = (node: SyntaxNode | null | undefined, message: string) =>
    forAll(type, codeReason(module, node ? lineOf(node) : 1, message), actionsOf)
  if (!main || !scope || !isComplete)
    return unknown(main, `The exports of the ${noun} can't be read without running it.`)
  const call = factoryCall(main, factory, scope)
  if (!call) return unknown(main, `The ${noun} isn't created by ${factory}.`)
  if (call.uid !== type.uid) return unknown(main, `The ${noun} isn't that of ${type.uid}.`)
  if (!call.options) return new Map()
  const methods = objectFrom(call.options, scope)
  if (!methods?.isComplete) return unknown(call.options, `The methods of the ${noun} can't be read without running it.`)
  const found = new Map<CoreAction, ForwardReason>()
  for (const [name, node] of methods.properties) {
    const reason = codeReason(module, lineOf(node), `The ${noun} has its own ${name}.`)
    for (const action of actionsOf(type)) {
      const isOwn = name === action || (name === 'createOrUpdate' && action === 'update') || helpers.includes(name)
      if (isOwn && !found.has(action)) found.set(action, reason)
    }
  }
  return found
}
