import { type Operator, operators } from './guesses.js'
import { files } from './model.js'
import { comparing, type Probe, sorting } from './probe.js'
import { type Aimed, aims, type Link, type Target, userTargets, type Way } from './targets.js'
import type { Sent } from './world.js'

const document = (query: string): Sent => ({ line: 'POST /graphql', body: { query } })
const namesOf = (way: Way) => way.map(({ name }) => name)

/** Writes an input such as `{ a: { b: { eq: "value" } } }` as a GraphQL literal. */
function condition(names: readonly string[], operator: Operator, value: unknown): string {
  const literal = Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    : JSON.stringify(value)
  const compared = operator === '$not' ? `{ not: { eq: ${literal} } }` : `{ ${operator.slice(1)}: ${literal} }`
  return names.reduceRight((inner, name) => `{ ${name}: ${inner} }`, compared)
}

const root = 'pagination: { limit: 10 }'
const list = (more: string, selection = '', field = 'papers') =>
  document(`{ ${field}(${root}${more}) { data { id ${selection} } meta { pagination { total } } } }`)

function filters(depth: number, chosen: readonly Operator[]): Probe[] {
  return aims(depth).flatMap(({ way, target }) =>
    chosen.map((operator) =>
      comparing('GraphQL filters', target, operator, list(''), (names, _guess, value) =>
        list(`, filters: ${condition([...namesOf(way), ...names], operator, value)}`),
      ),
    ),
  )
}

function grouped(chosen: readonly Operator[]): Probe[] {
  const groups = [(inner: string) => `{ or: [${inner}] }`, (inner: string) => `{ not: { and: [${inner}] } }`]
  return aims(0).flatMap(({ target }) =>
    groups.flatMap((group) =>
      chosen.map((operator) =>
        comparing('GraphQL filters', target, operator, list(''), (names, _guess, value) =>
          list(`, filters: ${group(condition(names, operator, value))}`),
        ),
      ),
    ),
  )
}

function sorts(depth: number): Probe[] {
  return aims(depth).map(({ way, target }) =>
    sorting('GraphQL sort', target, list(''), (names, direction) =>
      list(`, sort: ["${[...namesOf(way), ...names].join('.')}:${direction}"]`),
    ),
  )
}

const isComponent = ({ to }: Link) => to === 'box' || to === 'lock'

/** Selects along a path: `inner` on the last entries, with `options` as the arguments for the last relation. */
function along(way: Way, inner: string, options = ''): string {
  const [next, ...rest] = way
  if (!next) return inner
  const selection = along(rest, inner, options)
  const field = `${next.name}${rest.length === 0 ? options : ''}`
  if (isComponent(next)) return `${field} { id ${selection} }`
  return `${field} { data { id attributes { createdAt ${selection} } } }`
}

const selected = (way: Way, inner: string, options = '') =>
  list('', `attributes { title ${along(way, inner, options)} }`)

function below(depth: number, chosen: readonly Operator[]): Probe[] {
  return aims(depth)
    .filter(({ way }) => way.at(-1)?.many)
    .flatMap(({ way, target }) => {
      const none = selected(way, '')
      return [
        ...chosen.map((operator) =>
          comparing('GraphQL lists below', target, operator, none, (names, _guess, value) =>
            selected(way, '', `(filters: ${condition(names, operator, value)})`),
          ),
        ),
        sorting('GraphQL lists below', target, none, (names, direction) =>
          selected(way, '', `(sort: ["${names.join('.')}:${direction}"])`),
        ),
      ]
    })
}

/** Selects the attribute, or the attribute behind a relation or component. */
function chosenOf([first = '', second]: readonly string[]): string {
  if (second === undefined) return first
  return first.endsWith('Box')
    ? `${first} { ${second} }`
    : `${first} { data { id ${second === 'id' ? '' : `attributes { ${second} }`} } }`
}

function outputs(depth: number): Probe[] {
  return aims(depth).map(({ way, target }: Aimed): Probe => {
    const { caller, path, twin, kind } = target
    const isVisible = twin && ['text', 'number', 'time', 'data'].includes(kind)
    return {
      surface: 'GraphQL selection',
      caller,
      requested: [selected(way, chosenOf(path))],
      ...(isVisible ? { twin: [selected(way, chosenOf(twin))] } : {}),
    }
  })
}

const zone = (name: string) => [
  document(`{ papers { data { attributes { zone { ... on ComponentSharedBox { ${name} } } } } } }`),
  document(`{ papers { data { attributes { zone { ... on ComponentSharedBox { lock { ${name} } } } } } } }`),
]
const zones = zone('secretText').map(
  (requested, index): Probe => ({
    surface: 'GraphQL selection',
    caller: 'full',
    requested: [requested],
    twin: zone('openText').slice(index, index + 1),
  }),
)

/** The relation of pins is polymorphic. */
const pins: Probe = {
  surface: 'GraphQL selection',
  caller: 'reader',
  requested: [document('{ pins { data { attributes { anything { __typename ... on Vault { text } } } } } }')],
  twin: [document('{ pins { data { attributes { anything { __typename ... on Chest { text } } } } } }')],
}

/** The entries that use a file. Hidden attributes, and types that the caller may not find, must be left out. */
const usesOf = (id: number, selection: string) =>
  document(
    `{ uploadFiles(filters: { id: { eq: ${id} } }) { data { attributes { related { __typename ${selection} } } } } }`,
  )
const uses: readonly Probe[] = [
  {
    surface: 'GraphQL selection',
    caller: 'reader',
    requested: [usesOf(files.shared, '... on Vault { text }')],
    twin: [usesOf(files.shared, '... on Chest { text }')],
  },
  {
    surface: 'GraphQL selection',
    caller: 'full',
    requested: [files.secret, files.unused].map((id) => usesOf(id, '... on Paper { title }')),
    twin: [files.open, files.unused].map((id) => usesOf(id, '... on Paper { title }')),
  },
]

function users(chosen: readonly Operator[]): Probe[] {
  const of = (more: string, selection = '') => list(more, selection, 'usersPermissionsUsers')
  const requested = (target: Target) => [
    ...chosen.map((operator) =>
      comparing('users', target, operator, of(''), (names, _guess, value) =>
        of(`, filters: ${condition(names, operator, value)}`),
      ),
    ),
    sorting('users', target, of(''), (names, direction) => of(`, sort: ["${names.join('.')}:${direction}"]`)),
  ]
  const selections = ['role { data { id attributes { name } } }', 'password', 'resetPasswordToken', 'confirmationToken']
  return [
    ...userTargets.flatMap(requested),
    ...selections.map(
      (name): Probe => ({ surface: 'users', caller: 'clerk', requested: [of('', `attributes { ${name} }`)] }),
    ),
  ]
}

/** @param depth the maximum number of relations and components in a path */
export function graphqlProbes(depth: number, chosen: readonly Operator[] = operators): Probe[] {
  return [
    ...filters(depth, chosen),
    ...grouped(chosen),
    ...sorts(depth),
    ...below(Math.min(depth, 2), chosen),
    ...outputs(depth),
    ...zones,
    pins,
    ...uses,
    ...users(chosen),
  ]
}
