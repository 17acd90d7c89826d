import type { Difference } from '../check/difference.js'
import { printable } from '../check/printable.js'
import { differenceLines, furtherLines } from '../check/show-difference.js'
import { isSingle } from '../content-model/type-names.js'
import { isBare } from '../fixtures/cleaner.js'
import type { Configuration } from '../profile/configuration.js'
import { generationOf } from '../profile/generation.js'
import { trustOf } from '../target/curl.js'
import type { EntryId } from '../target/entry-view.js'
import type { Exchange } from '../target/exchange.js'
import type { Redaction } from '../target/redaction.js'
import { idFrom, nthOf } from './id-occurrences.js'
import { type Capture, captureOf, neededFor, signedInBy, tokenIn } from './needed-requests.js'
import { placeholders, templateOf } from './request-template.js'
import { quote, quoteWith } from './shell.js'

export interface Failure {
  readonly title: string
  readonly id: string
  readonly clauses: readonly string[]
  readonly message: string
  readonly differences: readonly Difference[]
  readonly exchanges: readonly Exchange[]
  /** The index of the exchange that shows the failure. */
  readonly shownBy: number
}

/** The options that all scripts of a run share. */
export interface ScriptContext {
  readonly baseUrl: URL
  /** The part of every marker that is unique to the run. Each execution of a script replaces it. */
  readonly run: string
  readonly configuration: Pick<Configuration, 'profile' | 'tokens' | 'headers' | 'tls'>
  readonly redaction: Redaction
}

const tokenVariables = { full: 'CONFORMANCE_TOKEN', restricted: 'CONFORMANCE_RESTRICTED_TOKEN' } as const

const headerVariable = (name: string) => `HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`

/** The environment variables that a script needs, with their descriptions. */
type Environment = Map<string, string>

/**
 * Returns a POSIX shell script that shows a failure: it creates what the failing request needs, sends the
 * request, prints the expected and the received result, and deletes what it created. Credentials come from
 * environment variables.
 */
export function scriptOf(failure: Failure, context: ScriptContext): string {
  const { exchanges, shownBy } = failure
  const base = context.baseUrl.pathname.replace(/\/$/, '')
  const { requests, captures } = neededFor(exchanges, shownBy, base, context.run)
  const variables = nameCaptures([...madeBy(exchanges, requests), ...captures])
  const jwts = [...new Set(requests.flatMap((position) => signedInBy(exchanges, position)))].toSorted((a, b) => a - b)
  const environment: Environment = new Map()
  const gatewayHeaders = Object.fromEntries(
    Object.entries(context.configuration.headers).map(([header, value]) => [header.toLowerCase(), value]),
  )
  const spliced = splicer(context, exchanges, jwts, environment)
  const name = (before: number) => (path: string | undefined, id: EntryId) => {
    const capture = captureOf(exchanges, before, path, id)
    return capture && variables.get(keyOf(capture))?.name
  }

  const steps = requests.flatMap((position, index) => {
    const exchange = exchanges[position]
    if (!exchange) return []
    const template = templateOf(exchange, base, name(position))
    const last = position === shownBy
    const { before, words } = command(exchange, template, spliced, index + 1, gatewayHeaders)
    const kept = [...variables.values()].filter(({ capture }) => capture.from === position)
    const token = jwts.includes(position) ? [`jwt_${jwts.indexOf(position) + 1}=$(token_in_response)`] : []
    return [
      '',
      last ? '# The request that shows the failure' : `# ${index + 1}. Set-up`,
      ...before,
      `status=$(send ${words.join(' ')}) || exit 1`,
      ...kept.map((variable) => `${variable.name}=$(nth_id ${variable.capture.nth})`),
      ...token,
      ...(last ? [] : kept.map((variable) => `needed "$${variable.name}" ${index + 1}`)),
    ]
  })
  const deletion = cleanUp([...variables.values()], spliced, context)
  const shown = expectation(failure, [...variables.values()])
  return `${[
    '#!/bin/sh',
    ...heading(failure),
    `base=\${1:-${quote(context.baseUrl.href.replace(/\/$/, ''))}}`,
    ...[...environment].map(([variable, holds]) => `: "\${${variable}:?${holds}}"`),
    'run="cnf$(date +%s)x$$"',
    'work=$(mktemp -d) || exit 1',
    ...[...variables.values()].map((variable) => `${variable.name}=''`),
    ...functions(trustOf(context.configuration)),
    ...deletion,
    ...steps,
    '',
    ...shown,
  ].join('\n')}\n`
}

interface Variable {
  readonly name: string
  readonly capture: Capture
}

const keyOf = ({ from, nth }: Capture) => `${from} ${nth}`

/** Returns the entries that the requests created, which must be deleted. */
const madeBy = (exchanges: readonly Exchange[], requests: readonly number[]): Capture[] =>
  requests.flatMap((from) => {
    const { made = [], body } = exchanges[from] ?? {}
    return made.flatMap(({ path, id }) => {
      const nth = nthOf(body, id)
      return nth === undefined ? [] : [{ from, nth, id, path }]
    })
  })

/** Returns a variable for each captured id, named after its type: `tags_1`, `tags_2`, `users_1`. */
function nameCaptures(captures: readonly Capture[]): Map<string, Variable> {
  const variables = new Map<string, Variable>()
  const counts = new Map<string, number>()
  for (const capture of captures.toSorted((a, b) => a.from - b.from || a.nth - b.nth)) {
    if (variables.has(keyOf(capture))) continue
    const kind = (capture.path?.split('/').at(-1) ?? 'part').replace(/^conf-/, '').replaceAll('-', '_')
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    variables.set(keyOf(capture), { name: `${kind}_${count}`, capture })
  }
  return variables
}

/**
 * Returns a function that quotes a string as a shell word. Placeholders, the run and tokens become variables,
 * other secrets are masked.
 */
function splicer(
  { configuration, redaction, run }: ScriptContext,
  exchanges: readonly Exchange[],
  jwts: readonly number[],
  environment: Environment,
): (text: string) => string {
  const known: [text: string, variable: string][] = jwts.flatMap((position, index) => {
    const exchange = exchanges[position]
    const token = exchange && tokenIn(exchange)
    return token === undefined ? [] : [[token, `jwt_${index + 1}`] as [string, string]]
  })
  for (const [kind, variable] of Object.entries(tokenVariables)) {
    const token = configuration.tokens[kind as keyof typeof tokenVariables]
    if (token !== undefined) known.push([token, variable])
  }
  known.sort(([a], [b]) => b.length - a.length)
  return (text) => {
    let result = text.replaceAll(run, '\ue001run\ue002')
    for (const [secret, variable] of known) result = result.replaceAll(secret, `\ue001${variable}\ue002`)
    return quoteWith(redaction.secrets(result), placeholders, (variable) => {
      const kind = Object.entries(tokenVariables).find(([, one]) => one === variable)?.[0]
      if (kind !== undefined) environment.set(variable, `set it to the ${kind} token of the target`)
      const [, header] = Object.entries(configuration.headers).find(([one]) => headerVariable(one) === variable) ?? []
      if (header !== undefined) environment.set(variable, 'set it to the header of your gateway')
      return variable
    })
  }
}

/** Returns the words of a curl command, and the files that must be written before. */
function command(
  exchange: Exchange,
  template: { readonly path: string; readonly body?: string },
  spliced: (text: string) => string,
  step: number,
  gatewayHeaders: Readonly<Record<string, string>>,
): { readonly before: string[]; readonly words: string[] } {
  const { method, form } = exchange
  const before: string[] = []
  const data = (form ?? []).flatMap(({ name, value, file }, index) => {
    if (!file) return ['--form-string', spliced(`${name}=${value}`)]
    const path = `"$work/${step}-${index}"`
    before.push(`printf '%s' ${spliced(value)} >${path}`)
    return ['-F', `${quote(`${name}=@`)}${path}${spliced(`;filename=${file.name};type=${file.type}`)}`]
  })
  if (!form && template.body !== undefined) data.push('--data-binary', spliced(template.body))
  const verb = method === 'GET' ? [] : method === 'HEAD' ? ['--head'] : ['-X', method]
  const headers = Object.entries(exchange.requestHeaders)
    .filter(([name]) => !(form && name === 'content-type'))
    .flatMap(([name, value]) => [
      '-H',
      spliced(`${name}: ${gatewayHeaders[name] === value ? `\ue001${headerVariable(name)}\ue002` : value}`),
    ])
  return { before, words: [...verb, ...headers, ...data, `"$base"${spliced(template.path)}`] }
}

function heading({ id, title, clauses }: Failure): string[] {
  return [
    `# ${oneLine(`${id}: ${title}`)}`,
    `# Clauses ${clauses.join(', ')}. Creates what it needs, sends the request, and deletes what it created.`,
    '# An argument replaces the base address of the target.',
  ]
}

/** The helper functions of a script. They extract ids and tokens from JSON by their keys, with POSIX tools only. */
const functions = (trust: string) => [
  'send() { ask --max-time 60 -D "$work/head" -o "$work/body" -w \'%{http_code}\' "$@"; }',
  `ask() { curl -sS -g${trust} "$@"; }`,
  'compact() { tr -d \'\\n\\r\\t \' <"$work/body"; }',
  `nth_id() { compact | grep -Eo '"(id|documentId)":"?([0-9]+|[a-z][a-z0-9]{23})' | sed -n "$1p" | sed 's/.*:"\\{0,1\\}//'; }`,
  'token_in_response() { compact | sed -n \'s/.*"jwt":"\\([^"]*\\)".*/\\1/p\'; }',
  'printable() { tr -d \'\\000-\\010\\013\\014\\016-\\037\\177\' <"$1"; }',
  'needed() { test -n "$1" && return; echo "Step $2 returned status $status and no id:"; printable "$work/body"; exit 1; }',
]

function cleanUp(variables: readonly Variable[], spliced: (text: string) => string, context: ScriptContext): string[] {
  const { full } = context.configuration.tokens
  const gateway = Object.keys(context.configuration.headers).map(
    (name) => `${name}: \ue001${headerVariable(name)}\ue002`,
  )
  const headers = [...gateway, ...(full === undefined ? [] : [`authorization: Bearer ${full}`])]
  const header = headers.map((text) => ` -H ${spliced(text)}`).join('')
  const everyLocale = generationOf(context.configuration) === 'strapi-5'
  const deletions = variables.toReversed().flatMap(({ name, capture: { path } }) => {
    if (path === undefined) return []
    const address = isSingle(path) ? `"$base"${quote(path)}` : `"$base"${quote(`${path}/`)}"$${name}"`
    const query = everyLocale && !isBare(path) ? quote('?locale=*') : ''
    return [`  test -z "$${name}" || ask -o "$work/deleted" -X DELETE${header} ${address}${query}`]
  })
  return ['clean_up() {', ...deletions, '  rm -rf "$work"', '}', 'trap clean_up EXIT', "trap 'exit 1' INT TERM"]
}

/** Prints the expectation, the result of the suite's request, and the current result. */
function expectation({ message, differences }: Failure, variables: readonly Variable[]): string[] {
  const said = printable([message, ...furtherLines(message, differences)].join('\n')).split('\n')
  // Only if the value is an id: other numbers may be equal to an id by coincidence.
  const idLike = differences.filter(({ path }) => /(?:^|\.)(?:id|documentId)$|\[\d+\]$/.test(path))
  const ids = new Set(
    differenceLines(idLike)
      .flatMap((text) => text.match(/\w+/g) ?? [])
      .flatMap((text) => idFrom(text) ?? []),
  )
  const spoken = variables.filter(({ capture }) => ids.has(capture.id))
  return [
    "echo 'Expected by the suite, and received:'",
    ...said.map((text) => `printf '  %s\\n' ${quote(text)}`),
    ...spoken.map(({ name, capture }) => `echo "  (${name} was ${capture.id} then, and is \${${name}:-nothing} now)"`),
    'echo "Received now: status $status"',
    'printable "$work/head"',
    'printable "$work/body"',
    'echo',
  ]
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
