import { comparing, type Probe, sorting, type Surface } from './probe.js'
import { type Guess, type Operator, operators } from './guesses.js'
import { hidden, open, withheld } from './model.js'
import { type Aimed, aims, type Target, userTargets, type Way, ways } from './targets.js'
import type { Sent } from './world.js'

const list = (query = '', path = 'papers'): Sent => ({ line: `GET /api/${path}${query === '' ? '' : `?${query}`}` })
const brackets = (names: readonly string[]) => names.map((name) => `[${name}]`).join('')
const namesOf = (way: Way) => way.map(({ name }) => name)

/** Writes `filters[name][$eq]=value`, with an item for each value of an operator with several values. */
function condition(key: string, { operator }: Guess, value: unknown): string {
  const at = operator === '$not' ? `${key}[$not][$eq]` : `${key}[${operator}]`
  const values = Array.isArray(value) ? value.map((item, index) => [`[${index}]`, item]) : [['', value]]
  return values.map(([index, item]) => `${at}${index}=${encodeURIComponent(String(item))}`).join('&')
}

function filters(depth: number, chosen: readonly Operator[]): Probe[] {
  return aims(depth).flatMap(({ way, target }) =>
    chosen.map((operator) =>
      comparing('REST filters', target, operator, list(), (names, guess, value) =>
        list(condition(`filters${brackets([...namesOf(way), ...names])}`, guess, value)),
      ),
    ),
  )
}

const groups = ['[$or][0]', '[$and][0]', '[$not]', '[$or][0][$and][0][$not]', '[related][$or][0]']

function grouped(chosen: readonly Operator[]): Probe[] {
  return aims(0).flatMap(({ target }) =>
    groups.flatMap((group) =>
      chosen.map((operator) =>
        comparing('REST filters', target, operator, list(), (names, guess, value) =>
          list(condition(`filters${group}${brackets(names)}`, guess, value)),
        ),
      ),
    ),
  )
}

function sorts(depth: number): Probe[] {
  const forms = [
    (names: readonly string[], direction: string) => `sort=${names.join('.')}:${direction}`,
    (names: readonly string[], direction: string) => `sort${brackets(names)}=${direction}`,
    (names: readonly string[], direction: string) => `sort[0]=locale&sort[1]=${names.join('.')}:${direction}`,
  ]
  return aims(depth).flatMap(({ way, target }) =>
    forms.map((form) =>
      sorting('REST sort', target, list(), (names, direction) => list(form([...namesOf(way), ...names], direction))),
    ),
  )
}

/** Writes `populate[a][populate][b]`. The parameters below it apply to the related entries. */
const populated = (way: Way) => `populate${brackets(namesOf(way).join('.populate.').split('.'))}`

/** Removes the twin, because a single entry has no order. */
const withoutTwin = ({ twin: _twin, ...target }: Target): Target => target

function below(depth: number, chosen: readonly Operator[]): Probe[] {
  const linked = aims(depth).filter(({ way }) => way.length > 0)
  return linked.flatMap(({ way, target }) => {
    const at = populated(way)
    const none = list(`${at}=true`)
    return [
      ...chosen.map((operator) =>
        comparing('REST populate: filters', target, operator, none, (names, guess, value) =>
          list(condition(`${at}[filters]${brackets(names)}`, guess, value)),
        ),
      ),
      sorting('REST populate: sort', way.at(-1)?.many ? target : withoutTwin(target), none, (names, direction) =>
        list(`${at}[sort]=${names.join('.')}:${direction}`),
      ),
    ]
  })
}

/**
 * Creates a probe with one request whose response must not contain hidden data, and the same request for its
 * open twin.
 */
function revealing(surface: Surface, { way, target }: Aimed, ask: (way: Way, names: readonly string[]) => Sent): Probe {
  const { caller, path, twin } = target
  // The values of flags and relations occur anywhere in a response, so they can't prove that the twin is visible.
  const isVisible = twin && ['text', 'number', 'time', 'data'].includes(target.kind)
  return { surface, caller, requested: [ask(way, path)], ...(isVisible ? { twin: [ask(way, twin)] } : {}) }
}

const fieldsAt = (way: Way, [first = '', ...rest]: readonly string[]) => {
  const at = way.length === 0 ? '' : populated(way)
  const populate = at === '' ? 'populate' : `${at}[populate]`
  if (rest.length > 0) return `${populate}[${first}][fields][0]=${rest.join('.')}`
  return at === '' ? `fields[0]=${first}` : `${at}[fields][0]=${first}`
}

function outputs(depth: number): Probe[] {
  const requested = aims(depth)
  const linked = requested.filter(({ target }) => target.path.length > 1)
  const star = ways(depth).flatMap((way): Probe[] =>
    (['full', 'reader'] as const).map((caller) => {
      const at = way.length === 0 ? 'populate' : `${populated(way)}[populate]`
      return { surface: 'REST populate', caller, requested: [list(`${at}=*`)], twin: [list(`${at}=*`)] }
    }),
  )
  const path = (way: Way, names: readonly string[]) => `populate=${[...namesOf(way), ...names.slice(0, -1)].join('.')}`
  return [
    ...requested.map((aim) => revealing('REST fields', aim, (way, names) => list(fieldsAt(way, names)))),
    ...linked.map((aim) => revealing('REST populate', aim, (way, names) => list(path(way, names)))),
    ...linked.map(({ way, target }): Probe => {
      const at = way.length === 0 ? 'populate' : `${populated(way)}[populate]`
      return {
        surface: 'REST counts',
        caller: target.caller,
        requested: [list(`${at}[${target.path[0]}][count]=true`)],
      }
    }),
    ...star.filter(({ requested: [sent] }) => !sent?.line.includes('owner')),
    ...zones,
  ]
}

const zones: readonly Probe[] = [
  ['populate[zone][populate]=*'],
  // A zone has no attributes of its own, so both names are rejected.
  ['populate[zone][fields][0]=secretText', 'populate[zone]=true'],
  ['populate[zone][on][shared.box][fields][0]=secretText', 'populate[zone][on][shared.box][fields][0]=openText'],
  [
    'populate[zone][on][shared.box][populate][lock][fields][0]=secretText',
    'populate[zone][on][shared.box][populate][lock][fields][0]=openText',
  ],
  ['populate[related][populate][zone][populate]=*'],
].map(([requested = '', twin = requested]) => ({
  surface: 'REST populate',
  caller: 'full',
  requested: [list(requested)],
  twin: [list(twin)],
}))

/** The relation of pins is polymorphic. */
const pins: readonly Probe[] = [
  'populate=*',
  'populate[anything]=true',
  'populate[anything][populate]=*',
  'populate[anything][on][api::vault.vault]=true',
].map((query) => ({ surface: 'REST populate', caller: 'reader', requested: [list(query, 'pins')] }))

function searches(): Probe[] {
  const texts = ({ word, number, time }: typeof hidden) => [
    word,
    word.toUpperCase(),
    word.slice(2),
    number,
    time.slice(0, 10),
  ]
  const search = (text: unknown, type: string) => list(`_q=${encodeURIComponent(String(text))}`, type)
  const shown = texts(open)
  return ['papers', 'authors', 'papers?locale=fr'].flatMap((path) =>
    [...texts(hidden), '$argon2id', withheld.word].map((text, index): Probe => {
      const type = path.split('?')[0] as string
      const at = (value: unknown) =>
        path === type ? search(value, type) : list(`locale=fr&_q=${encodeURIComponent(String(value))}`, type)
      const twin = index < 3 ? { twin: [at(shown[index]), at('nowhere')] } : {}
      return { surface: 'REST search', caller: 'reader', requested: [at(text), at('nowhere')], ...twin }
    }),
  )
}

function users(chosen: readonly Operator[]): Probe[] {
  const of = (query: string, path = 'users') => list(query, path)
  return [
    ...userTargets.flatMap((target) => [
      ...['users', 'users/count'].flatMap((path) =>
        chosen.map((operator) =>
          comparing('users', target, operator, of('', path), (names, guess, value) =>
            of(condition(`filters${brackets(names)}`, guess, value), path),
          ),
        ),
      ),
      sorting('users', target, of(''), (names, direction) => of(`sort=${names.join('.')}:${direction}`)),
    ]),
    ...[
      'fields[0]=password',
      'fields[0]=resetPasswordToken',
      'populate=*',
      'populate=role',
      'populate[role][count]=true',
    ].flatMap((query) =>
      ['users', 'users/1'].map((path): Probe => ({ surface: 'users', caller: 'clerk', requested: [of(query, path)] })),
    ),
    ...['users', 'users/1'].map(
      (path): Probe => ({ surface: 'users', caller: 'clerk', requested: [of('', path)], twin: [of('', path)] }),
    ),
    ...[hidden.word, withheld.word, '$argon2id'].flatMap((text) =>
      ['users', 'users/count'].map(
        (path): Probe => ({
          surface: 'users',
          caller: 'clerk',
          requested: [of(`_q=${encodeURIComponent(text)}`, path), of('_q=nowhere', path)],
          twin: [of(`_q=${open.word}`, path), of('_q=nowhere', path)],
        }),
      ),
    ),
  ]
}

/** @param depth the maximum number of relations and components in a path */
export function restProbes(depth: number, chosen: readonly Operator[] = operators): Probe[] {
  return [
    ...filters(depth, chosen),
    ...grouped(chosen),
    ...sorts(depth),
    ...below(Math.min(depth, 2), chosen),
    ...outputs(depth),
    ...pins,
    ...searches(),
    ...users(chosen),
  ]
}
