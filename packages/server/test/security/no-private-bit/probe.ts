import type { Values } from './model.js'
import { type Guess, guess, type Kind, type Operator, tells } from './guesses.js'
import { open } from './model.js'
import type { Target } from './targets.js'
import type { CallerName, Sent } from './world.js'

/** Where a question is put. Each has a guard, and each guard is taken away once by the mutants. */
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

/** One question: whoever asks must learn nothing by the answers. */
export interface Probe {
  readonly surface: Surface
  readonly caller: CallerName
  /** Two that must be answered alike, one that is right and one that is wrong; or one that must not be told anything. */
  readonly asked: readonly Sent[]
  /** Where the two are not refused, what they must be answered like: the same without any question. */
  readonly none?: Sent
  /** The same asked of what the caller may see: it must be told, or the question couldn't have told anything. */
  readonly twin?: readonly Sent[]
}

export type Asking = (path: readonly string[], guess: Guess, value: unknown) => Sent

/** The question whether something hidden compares with a value, and the same of its twin. */
export function comparing(surface: Surface, target: Target, operator: Operator, none: Sent, ask: Asking): Probe {
  const { caller, kind, path, values, twin } = target
  const both = (names: readonly string[], of: Values) => {
    const { right, wrong, ...more } = guess(kind, operator, of)
    return [right, wrong].map((value) => ask(names, { right, wrong, ...more }, value))
  }
  const seen = twin && tells(kind, operator) ? { twin: both(twin, open) } : {}
  return { surface, caller, asked: both(path, values), none, ...seen }
}

const sortable: ReadonlySet<Kind> = new Set(['text', 'number', 'time', 'flag'])

/** The question for the order, which differs between up and down where there is anything to tell. */
export function sorting(
  surface: Surface,
  target: Target,
  none: Sent,
  ask: (names: readonly string[], direction: string) => Sent,
): Probe {
  const { caller, kind, path, twin } = target
  const both = (names: readonly string[]) => ['asc', 'desc'].map((direction) => ask(names, direction))
  return { surface, caller, asked: both(path), none, ...(twin && sortable.has(kind) ? { twin: both(twin) } : {}) }
}
