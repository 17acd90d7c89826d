import type { Kind } from './guesses.js'
import { hidden, open, type Values, withheld } from './model.js'
import type { CallerName } from './world.js'

export type Place = 'paper' | 'author' | 'box' | 'lock' | 'user'

export interface Link {
  readonly name: string
  readonly to: Place
  readonly many: boolean
  /** The target type may be hidden from some callers. */
  readonly guarded?: boolean
}

const link = (name: string, to: Place, many = false, guarded = false): Link => ({ name, to, many, guarded })

/** The relations and components that filters and sorts may follow from each place. */
const links: Readonly<Record<Place, readonly Link[]>> = {
  paper: [
    link('related', 'paper', true),
    link('localizations', 'paper', true),
    link('author', 'author'),
    link('box', 'box'),
    link('boxes', 'box', true),
    link('owner', 'user', false, true),
  ],
  author: [link('papers', 'paper', true)],
  box: [link('lock', 'lock')],
  lock: [],
  user: [],
}

export type Way = readonly Link[]

/** Returns every path from papers with at most `depth` relations and components, shortest first. */
export function ways(depth: number): Way[] {
  let last: Way[] = [[]]
  const all = [...last]
  for (let length = 1; length <= depth; length++) {
    last = last.flatMap((way) => links[placeOf(way)].map((next) => [...way, next]))
    all.push(...last)
  }
  return all
}

export function placeOf(way: Way): Place {
  return way.at(-1)?.to ?? 'paper'
}

/** Hidden data, its path, and a caller who may not see it. */
export interface Target {
  readonly caller: CallerName
  readonly path: readonly string[]
  readonly kind: Kind
  readonly values: Values
  /** An attribute at the same place that the same caller may see, and that is compared in the same way. */
  readonly twin?: readonly string[]
}

type Aim = readonly [path: string, kind: Kind, twin?: string]

const aimed =
  (caller: CallerName, values: Values) =>
  ([path, kind, twin]: Aim): Target => ({
    caller,
    values,
    kind,
    path: path.split('.'),
    ...(twin === undefined ? {} : { twin: twin.split('.') }),
  })

const text: Aim = ['secretText', 'text', 'openText']
const secrets: Aim[] = [
  ['password', 'hash'],
  ['resetPasswordToken', 'text', 'username'],
  ['confirmationToken', 'text', 'username'],
]
const ofCreators: Aim[] = [
  ['createdBy.password', 'hash'],
  ['createdBy.email', 'text'],
  ['updatedBy.resetPasswordToken', 'text'],
]

const targets: Readonly<Record<Place, readonly Target[]>> = {
  paper: [
    ...(
      [
        text,
        ['secretNumber', 'number', 'openNumber'],
        ['secretTime', 'time', 'openTime'],
        ['secretFlag', 'flag', 'openFlag'],
        ['secretData', 'data', 'openData'],
        ['secretKey', 'hash'],
        ['secretTag.name', 'text', 'openTag.name'],
        ['secretTag.id', 'link', 'openTag.id'],
        ['secretBox.openText', 'text', 'openBox.openText'],
        ...ofCreators,
      ] satisfies Aim[]
    ).map(aimed('full', hidden)),
    ...(
      [
        ['vault.text', 'text', 'chest.text'],
        ['vault.id', 'link', 'chest.id'],
      ] satisfies Aim[]
    ).map(aimed('reader', withheld)),
    // The usernames of owners have open values, but readers may not find users.
    aimed('reader', open)(['owner.username', 'text']),
    // The other users of a role are hidden, also from callers who may find the users elsewhere.
    aimed('full', open)(['owner.role.users.username', 'text']),
  ],
  author: [text].map(aimed('full', hidden)),
  box: [text].map(aimed('full', hidden)),
  lock: [text].map(aimed('full', hidden)),
  user: secrets.map(aimed('full', hidden)),
}

export interface Aimed {
  readonly way: Way
  readonly target: Target
}

/**
 * Returns the hidden data on every path that its caller may follow. Paths of two relations only get one
 * target of each kind, and longer paths get a single target.
 */
export function aims(depth: number): Aimed[] {
  return ways(depth).flatMap((way) =>
    targets[placeOf(way)]
      .filter(({ caller }) => caller === 'full' || !way.some(({ guarded }) => guarded))
      .filter(({ caller, kind }, index, all) => {
        const first = all.findIndex((other) => other.caller === caller && other.kind === kind)
        return way.length < 2 || (way.length === 2 ? index === first : index === 0)
      })
      .map((target) => ({ way, target })),
  )
}

/**
 * Attributes of users that nobody sees, requested by a caller who may find users; and the roles of users,
 * which this caller may not find.
 */
export const userTargets: readonly Target[] = [
  ...[...secrets, ['_username_key', 'text', 'username'] satisfies Aim].map(aimed('clerk', hidden)),
  ...[['role.name', 'text'] satisfies Aim, ['role.id', 'link'] satisfies Aim].map(aimed('clerk', withheld)),
]
