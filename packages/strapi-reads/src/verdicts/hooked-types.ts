import { kebabCase } from '@content-api/model'
import { lineOf } from '@content-api/project-files/code/syntax'
import type { ForwardReason } from '../forward-reason.js'
import { codeReason, exportedObject, type SourceModule } from './source/source-module.js'

/** The events of lifecycle hooks around reads. */
export const isReadEvent = (name: string): boolean => /^(?:before|after)(?:Find|Count)/.test(name)

const lifecycles = /^src\/api\/([^/]+)\/content-types\/([^/]+)\/lifecycles\.(?:js|ts)$/

/** Returns whether an event of lifecycle hooks matters. */
export type IsEvent = (name: string) => boolean

/** Returns why content types run lifecycle hooks, by uid. @param isEvent by default the events of reads */
export function hookedTypes(
  modules: readonly SourceModule[],
  isEvent: IsEvent = isReadEvent,
): ReadonlyMap<string, ForwardReason> {
  const reasons = new Map<string, ForwardReason>()
  for (const module of modules) {
    const [, api, name] = lifecycles.exec(module.file) ?? []
    if (api === undefined || name === undefined) continue
    const reason = hookReason(module, isEvent)
    if (reason) reasons.set(`api::${kebabCase(api)}.${kebabCase(name)}`, reason)
  }
  return reasons
}

function hookReason(module: SourceModule, isEvent: IsEvent): ForwardReason | null {
  const { properties, isComplete } = exportedObject(module)
  const [hook] = [...properties].filter(([name]) => isEvent(name))
  if (hook) {
    const what = isReadEvent(hook[0]) ? 'read' : 'write'
    return codeReason(module, lineOf(hook[1]), `The lifecycle hook ${hook[0]} runs for each ${what}.`)
  }
  return isComplete ? null : codeReason(module, 1, "The lifecycle hooks can't be read without running them.")
}
