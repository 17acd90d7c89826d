import type { Values } from './model.js'
import { type Guess, guess, type Kind, type Operator, distinguishes } from './guesses.js'
import { open } from './model.js'
import type { Target } from './targets.js'
import type { CallerName, Sent } from './world.js'

/**
 * The parts of the interfaces that the probes use. Each has a guard in the source, which a mutant removes.
 */
export type Surface =
  | 'REST filters'
  | 'REST sort'
  | 'REST fields'
  | 'REST populate'
  | 'REST populate: filters'
  | 'REST populate: sort'
  | 'REST counts'
  | 'REST search'
  | 'GraphQL filters'
  | 'GraphQL sort'
  | 'GraphQL lists below'
  | 'GraphQL selection'
  | 'users'
  | 'write answers'
  | 'write bodies'

/** Requests that try to reveal hidden data. The caller must learn nothing from the responses. */
export interface Probe {
  readonly surface: Surface
  readonly caller: CallerName
  /**
   * Two requests with a right and a wrong guess, whose responses must be equal; or one request whose response
   * must not contain hidden data.
   */
  readonly requested: readonly Sent[]
  /** A request without a guess. If the two requests succeed, it must get the same response. */
  readonly none?: Sent
  /**
   * The same requests for data that the caller may see. Their responses must differ, or the probe could not
   * find a leak.
   */
  readonly twin?: readonly Sent[]
}

export type Asking = (path: readonly string[], guess: Guess, value: unknown) => Sent

/** Creates a probe that compares a hidden attribute with a value, and does the same with its open twin. */
export function comparing(surface: Surface, target: Target, operator: Operator, none: Sent, ask: Asking): Probe {
  const { caller, kind, path, values, twin } = target
  const both = (names: readonly string[], of: Values) => {
    const { right, wrong, ...more } = guess(kind, operator, of)
    return [right, wrong].map((value) => ask(names, { right, wrong, ...more }, value))
  }
  const seen = twin && distinguishes(kind, operator) ? { twin: both(twin, open) } : {}
  return { surface, caller, requested: both(path, values), none, ...seen }
}

const sortable: ReadonlySet<Kind> = new Set(['text', 'number', 'time', 'flag'])

/**
 * Creates a probe that sorts by a hidden attribute. Ascending and descending sorts must return the same
 * order. For the open twin, the orders differ.
 */
export function sorting(
  surface: Surface,
  target: Target,
  none: Sent,
  ask: (names: readonly string[], direction: string) => Sent,
): Probe {
  const { caller, kind, path, twin } = target
  const both = (names: readonly string[]) => ['asc', 'desc'].map((direction) => ask(names, direction))
  return { surface, caller, requested: both(path), none, ...(twin && sortable.has(kind) ? { twin: both(twin) } : {}) }
}
