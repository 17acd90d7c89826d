import type { Attribute } from '../attribute.js'
import { warnings } from '../problem.js'
import type { DraftModel, ModelCheck } from './draft-model.js'

/** Reports components that contain themselves through required attributes only: they have no finite value. */
export const checkComponentCycles: ModelCheck = (model, reportFor) => {
  const endless = findEndless(model)
  const reported = new Set<string>()
  for (const uid of endless) {
    const chain = followChain(uid, endless, model)
    if (chain === undefined || chain.some((step) => reported.has(step.uid))) continue
    for (const step of chain) reported.add(step.uid)
    const [first] = chain
    const file = model.components.get(uid)?.file
    if (first === undefined || file === undefined) continue
    const route = [...chain.map((step) => `${step.uid}.${step.attribute}`), uid].join(' → ')
    const message = `is part of a cycle of required components, which have no finite value: ${route}. Make one optional.`
    warnings(reportFor(file))(['attributes', first.attribute], message)
  }
}

function namedComponents(attribute: Attribute): readonly string[] {
  if (attribute.type === 'component') return [attribute.component]
  return attribute.type === 'dynamiczone' ? attribute.components : []
}

/** Returns the components that have no finite value. Starts with all components, and removes those that have one. */
function findEndless(model: DraftModel): ReadonlySet<string> {
  const endless = new Set(model.components.keys())
  let before: number
  do {
    before = endless.size
    for (const uid of endless) {
      const declared = Object.values(model.components.get(uid)?.schema.declared ?? {})
      if (declared.every((attribute) => ends(attribute, endless))) endless.delete(uid)
    }
  } while (endless.size < before)
  return endless
}

function ends(attribute: Attribute, endless: ReadonlySet<string>): boolean {
  if (!isMandatory(attribute)) return true
  const named = namedComponents(attribute)
  return named.length === 0 || named.some((uid) => !endless.has(uid))
}

/** Returns whether a value of the attribute contains at least one component. */
function isMandatory(attribute: Attribute): boolean {
  if (!attribute.required) return false
  if (attribute.type === 'component') return !attribute.repeatable || (attribute.min ?? 0) > 0
  return attribute.type === 'dynamiczone' && (attribute.min ?? 0) > 0
}

interface Step {
  readonly uid: string
  readonly attribute: string
}

/** Returns the path from a component back to itself. Returns undefined for a component that only leads into a cycle. */
function followChain(start: string, endless: ReadonlySet<string>, model: DraftModel): readonly Step[] | undefined {
  const visited = new Set<string>()
  const walk = (uid: string): readonly Step[] | undefined => {
    visited.add(uid)
    for (const [name, attribute] of Object.entries(model.components.get(uid)?.schema.declared ?? {})) {
      if (ends(attribute, endless)) continue
      for (const next of namedComponents(attribute)) {
        const step = { uid, attribute: name }
        if (next === start) return [step]
        const rest = visited.has(next) ? undefined : walk(next)
        if (rest !== undefined) return [step, ...rest]
      }
    }
    return undefined
  }
  return walk(start)
}
